//! Goals that change, and goods: the fields `seek`, `of` and `catch` of groups, and the list `crowd.goods`.

use super::decode::Decoder;
use super::fields::{self, SeekWord};
use crate::documents::Entry;
use crate::model::{Crowd, Goods, Place, Seek};
use crate::problems::{CrowdFault, Fault};

/// What a group says about its goals, before it is known whether that fits together.
#[derive(Default)]
pub(super) struct Sought {
    pub word: Option<SeekWord>,
    pub of: Option<String>,
    pub catch: Option<f64>,
}

impl Decoder<'_, '_> {
    /// What a group is after; `None` if it does not say, or something is wrong with it.
    pub(super) fn seek(&mut self, sought: Sought, place: Place) -> Option<Seek> {
        let Sought { word, of, catch } = sought;
        if word == Some(SeekWord::Nearest) {
            if of.is_none() {
                self.reader.fault(place, Fault::MissingField { name: "of" });
            }
            return of.map(|of| Seek::Nearest { of, catch });
        }
        for (name, _) in [("of", of.is_some()), ("catch", catch.is_some())].into_iter().filter(|(_, given)| *given) {
            self.reader.fault(place, Fault::Crowd(CrowdFault::OnlyForChasers { name }));
        }
        Some(match word? {
            SeekWord::Goals | SeekWord::Nearest => Seek::Goals,
            SeekWord::Random => Seek::Random,
            SeekWord::Anywhere => Seek::Anywhere,
            SeekWord::Densest => Seek::Densest,
        })
    }

    pub(super) fn goods(&mut self, entries: Vec<Entry<'_>>, place: Place, crowd: &mut Crowd) {
        let (mut name, mut outline, mut count, mut rate) = (None, None, None, Some(1.0));
        self.required(&entries, &["area", "count"], place);
        self.remember_fields(&entries, fields::GOODS, place);
        for entry in entries {
            match entry.key.as_ref() {
                "name" => name = self.text(&entry.node, "name", place),
                "area" => outline = self.reader.ring(entry.node, "area", place),
                "count" => count = self.whole(&entry.node, "count", place),
                "rate" => rate = self.number(&entry.node, "rate", place),
                _ => self.unknown(&entry, place, fields::GOODS),
            }
        }
        if let (Some(outline), Some(count), Some(rate)) = (outline, count, rate) {
            crowd.goods.push(Goods { name, outline, count, rate, place });
        }
    }
}
