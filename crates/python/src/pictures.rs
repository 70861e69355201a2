//! Pictures: composed once, encoded as SVG or PNG when asked for.

use crate::errors::impossible;
use crate::threads::work;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;
use wayfront::Picture;
use wayfront::draw::{DrawError, Options};
use wayfront::geometry::{Bounds, Point};

/// A picture in memory.
#[pyclass(name = "Picture", module = "wayfront._native", frozen)]
pub struct NativePicture(Picture);

#[pymethods]
impl NativePicture {
    /// As SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        drawn(py, work(py, || self.0.to_svg())?)
    }

    /// As PNG.
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = drawn(py, work(py, || self.0.to_png())?)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Writes it to a file, as its ending says.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        drawn(py, work(py, || self.0.save(&path))?)
    }

    /// Width and height in pixels.
    #[getter]
    fn size(&self, py: Python<'_>) -> PyResult<(u32, u32)> {
        let [width, height] = drawn(py, self.0.size())?;
        Ok((width, height))
    }
}

/// Draws something without the interpreter's lock.
pub fn draw(py: Python<'_>, f: impl FnOnce() -> Result<Picture, DrawError> + Send) -> PyResult<NativePicture> {
    drawn(py, work(py, f)?).map(NativePicture)
}

/// What was drawn, or the exception that says why not.
pub fn drawn<T>(py: Python<'_>, result: Result<T, DrawError>) -> PyResult<T> {
    result.map_err(|why| impossible(py, &why, &why.advice()))
}

/// The options of a picture, by their names; the Python side has refused unknown ones.
pub fn options(given: &Bound<'_, PyDict>) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in given {
        match name.extract::<&str>()? {
            "size" => options.size = value.extract()?,
            "title" => options.title = value.extract()?,
            "labels" => options.labels = value.extract()?,
            "scale_bar" => options.scale_bar = value.extract()?,
            "key" => options.key = value.extract()?,
            "axes" => options.axes = value.extract()?,
            "length_unit" => options.length_unit = value.extract()?,
            "view" => {
                let [x0, y0, x1, y1]: [f64; 4] = value.extract()?;
                options.view = Some(Bounds::of(&[Point::new(x0, y0), Point::new(x1, y1)]));
            }
            _ => {}
        }
    }
    Ok(options)
}
