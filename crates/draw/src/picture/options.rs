//! How a picture is made.

use crate::colours::Theme;
use wayfront_geometry::Bounds;

/// How a picture is made.
///
/// ```
/// use wayfront_draw::{Options, Theme};
/// let options = Options::default().size(400).theme(Theme::DARK).title(false);
/// assert_eq!((options.size, options.title, options.key), (400, false, true));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Longer side of the world's image with its margin, in pixels. Strips for title, key and axes are added to it.
    pub size: u32,
    /// The colours.
    pub theme: Theme,
    /// Show the world's name.
    pub title: bool,
    /// Show names of sources and costs of barriers.
    pub labels: bool,
    /// Show a bar of round length.
    pub scale_bar: bool,
    /// Explain the symbols. Left out where the picture is too small for it.
    pub key: bool,
    /// Show axes with coordinates. Left out where the picture is too small for them, in plots, which have axes of their
    /// own, and in views of surfaces, whose coordinates are not those of the page.
    pub axes: bool,
    /// The unit of length that the scale bar and the axes name.
    pub length_unit: String,
    /// The part of the world to show; absent: all of it.
    pub view: Option<Bounds>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: 1200,
            theme: Theme::LIGHT,
            title: true,
            labels: true,
            scale_bar: true,
            key: true,
            axes: false,
            length_unit: "m".into(),
            view: None,
        }
    }
}

impl Options {
    /// The same with this [size](Self::size), in pixels.
    #[must_use]
    pub fn size(self, size: u32) -> Self {
        Self { size, ..self }
    }

    /// The same in these colours.
    #[must_use]
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same with or without the world's name.
    #[must_use]
    pub fn title(self, title: bool) -> Self {
        Self { title, ..self }
    }

    /// The same with or without names and costs beside what they belong to.
    #[must_use]
    pub fn labels(self, labels: bool) -> Self {
        Self { labels, ..self }
    }

    /// The same with or without a scale bar.
    #[must_use]
    pub fn scale_bar(self, scale_bar: bool) -> Self {
        Self { scale_bar, ..self }
    }

    /// The same with or without a key.
    #[must_use]
    pub fn key(self, key: bool) -> Self {
        Self { key, ..self }
    }

    /// The same with or without axes.
    #[must_use]
    pub fn axes(self, axes: bool) -> Self {
        Self { axes, ..self }
    }

    /// The same with this unit of length.
    #[must_use]
    pub fn length_unit(self, unit: impl Into<String>) -> Self {
        Self { length_unit: unit.into(), ..self }
    }

    /// The same of this part of the world.
    #[must_use]
    pub fn view(self, view: Bounds) -> Self {
        Self { view: Some(view), ..self }
    }
}
