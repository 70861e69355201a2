//! Properties of whole runs that no guideline asks for, as one program: it is linked once.

mod believable;
mod buildings;
mod doors;
