//! When a door is free: so many people in each second.
//!
//! Whoever books a moment takes the place of one person from then on; later moments stay as they are. So somebody who
//! comes late does not shut a door for those who come before.

/// Seconds that are kept at most: farther in the future a door is always free.
const MOST: usize = 1 << 14;

/// Tolerance: the share of a second's capacity from which on it is full: sums of shares miss it by rounding.
const FULL: f64 = 1.0 - 1e-9;

/// The bookings of a door or an exit.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    /// People who pass in a second; infinite where there is always room.
    capacity: f64,
    /// How many are booked in each second from now.
    booked: Vec<f64>,
}

impl Calendar {
    pub const fn new(capacity: f64) -> Self {
        Self { capacity, booked: Vec::new() }
    }

    /// The first free moment from `time` on, in seconds from now.
    pub fn free(&self, time: f64) -> f64 {
        let first = time as usize;
        let full = self.booked.iter().skip(first).take_while(|&&booked| booked >= self.capacity * FULL).count();
        let second = first + full;
        let booked = self.booked.get(second).copied().unwrap_or(0.0);
        time.max(second as f64 + booked / self.capacity)
    }

    /// One person passes from a free moment on.
    pub fn book(&mut self, moment: f64) {
        let (mut second, mut left) = (moment as usize, 1.0);
        if self.capacity.is_infinite() {
            return;
        }
        while left > 0.0 && second < MOST {
            if second >= self.booked.len() {
                self.booked.resize(second + 1, 0.0);
            }
            let room = (self.capacity - self.booked[second]).clamp(0.0, left);
            self.booked[second] += room;
            left -= room;
            second += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_booking_leaves_the_time_before_it_free() {
        let mut calendar = Calendar::new(1.0);
        calendar.book(20.0);
        assert_eq!([0.0, 3.5, 19.0, 20.0, 20.5].map(|time| calendar.free(time)), [0.0, 3.5, 19.0, 21.0, 21.0]);
        for second in 0..5 {
            let moment = calendar.free(0.0);
            assert_eq!(moment, f64::from(second));
            calendar.book(moment);
        }
        assert_eq!(calendar.free(2.25), 5.0);
    }

    #[test]
    fn as_many_pass_as_there_is_room_for() {
        for capacity in [0.4, 1.0, 1.9, 7.3] {
            let mut calendar = Calendar::new(capacity);
            for _ in 0..100 {
                calendar.book(calendar.free(0.0));
            }
            let free = calendar.free(0.0);
            assert!((free - 100.0 / capacity).abs() <= 1.0, "{capacity}: {free}");
        }
        assert_eq!(Calendar::new(f64::INFINITY).free(3.0), 3.0);
    }
}
