//! The free space of a world.
