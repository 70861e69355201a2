//! What can go wrong on the way to a card.

use thiserror::Error;

/// Why something did not happen on a graphics card.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum GpuError {
    /// No adapter at all.
    #[error(
        "no graphics adapter was found: install the Vulkan driver of the card, or one that needs no card (Debian and \
         Ubuntu: mesa-vulkan-drivers, which has lavapipe)"
    )]
    NoAdapter,
    /// No adapter of that name.
    #[error("no adapter is called '{name}': there is {}", list(there))]
    NoSuchAdapter {
        /// What was asked for.
        name: String,
        /// The names of those that are there.
        there: Vec<String>,
    },
    /// The adapter did not give a device.
    #[error("the adapter {adapter} gave no device: {reason}")]
    Refused {
        /// Its name.
        adapter: String,
        /// What the driver says.
        reason: String,
    },
    /// Beyond what the device can hold.
    #[error("{what} needs {needed} {unit}, the device's limit is {limit} ({limit_name})")]
    TooLarge {
        /// What was to be made.
        what: &'static str,
        /// What it needs.
        needed: u64,
        /// Of what.
        unit: &'static str,
        /// What the device has.
        limit: u64,
        /// Name of the limit.
        limit_name: &'static str,
    },
    /// A map, a scene or a setting that a method cannot do.
    #[error("{method} cannot do {what}: {advice}")]
    Unsupported {
        /// Which method.
        method: &'static str,
        /// What it meets.
        what: String,
        /// What to do instead.
        advice: &'static str,
    },
    /// The device is gone: unplugged, reset, destroyed.
    #[error("the graphics device was lost: {reason}; open it anew")]
    Lost {
        /// What the driver says.
        reason: String,
    },
    /// The driver reports a fault.
    #[error("the graphics driver reports: {message}")]
    Driver {
        /// Its words.
        message: String,
    },
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ")
}
