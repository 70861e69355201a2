//! The session: messages in, messages out.

mod cancelling;
mod editing;
mod filing;
mod layers;
mod running;
mod table;
mod undo;
