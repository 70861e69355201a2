//! Enums whose values are words in files, options and messages.

/// The words of an enum.
#[derive(Debug)]
pub(crate) struct Words {
    /// All of them in a sentence: `"up" or "down"`.
    pub expected: &'static str,
    /// Each with its meaning.
    pub all: &'static [(&'static str, &'static str)],
}

/// An enum without data, and the word of each of its values.
macro_rules! words {
    (
        $(#[doc = $about:literal])+
        $vis:vis enum $type:ident { $($(#[doc = $doc:literal])+ $(@$usual:ident)? $value:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[doc = $about])+
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $vis enum $type {
            $($(#[doc = $doc])+ $(#[$usual])? $value,)+
        }

        #[allow(dead_code)]
        impl $type {
            /// All of them.
            $vis const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Their words.
            pub(crate) const WORDS: &'static crate::model::table::Words = &crate::model::table::Words {
                expected: crate::model::table::quoted!($($word),+),
                all: &[$(($word, concat!($($doc),+))),+],
            };

            /// Its word in scenes and options.
            #[must_use]
            $vis const fn word(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }

            /// What it means, in a sentence.
            #[must_use]
            $vis const fn about(self) -> &'static str {
                match self {
                    $(Self::$value => concat!($($doc),+),)+
                }
            }

            /// The one of that word.
            #[must_use]
            $vis fn of_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        crate::model::table::plain_part! {
            $type: |value| Val::Word(value.word()), |val| match val {
                Val::Word(word) => $type::of_word(word),
                _ => None,
            }
        }
    };
}

/// `"a", "b" or "c"`.
macro_rules! quoted {
    ($a:literal, $b:literal) => { concat!("\"", $a, "\" or \"", $b, "\"") };
    ($a:literal, $($more:literal),+) => { concat!("\"", $a, "\", ", crate::model::table::quoted!($($more),+)) };
}

pub(crate) use {quoted, words};
