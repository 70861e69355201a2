//! Points from arrays, and arrays from points.
//!
//! An array of shape (n, 2) of 64-bit numbers in C order is read as it is; everything else is converted by the Python
//! side (`wayfront._points`). Either way points are copied: without the interpreter's lock, another thread may write.

use crate::errors::impossible;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use wayfront::geometry::{Bounds, Point, Raster};

/// One point: a pair, an array of two numbers, or a shapely Point (`wayfront._points.point`).
#[derive(Clone, Copy)]
pub struct Place(pub Point);

impl<'a, 'py> FromPyObject<'a, 'py> for Place {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok((x, y)) = given.extract::<(f64, f64)>() {
            return Ok(Self(Point::new(x, y)));
        }
        let pair = given.py().import("wayfront._points")?.getattr("point")?.call1((given,))?;
        let (x, y) = pair.extract::<(f64, f64)>()?;
        Ok(Self(Point::new(x, y)))
    }
}

/// A point as two numbers, or as one thing.
pub fn place(x: &Bound<'_, PyAny>, y: Option<f64>) -> PyResult<Point> {
    match y {
        Some(y) => Ok(Point::new(x.extract()?, y)),
        None => Ok(x.extract::<Place>()?.0),
    }
}

/// The points of anything that is an array of points.
pub fn points(given: &Bound<'_, PyAny>) -> PyResult<Vec<Point>> {
    if let Some(points) = as_they_are(given) {
        return Ok(points);
    }
    let converted = given.py().import("wayfront._points")?.getattr("points")?.call1((given,))?;
    let array: PyReadonlyArray2<'_, f64> = converted.extract()?;
    Ok(copied(&array).unwrap_or_default())
}

fn as_they_are(given: &Bound<'_, PyAny>) -> Option<Vec<Point>> {
    // Arrays of other classes may mean more than their numbers: masks, units.
    let array = given.cast::<PyArray2<f64>>().ok().filter(|array| array.is_exact_instance_of::<PyUntypedArray>())?;
    let array = array.try_readonly().ok()?;
    copied(&array)
}

/// The points of an array of two columns in C order.
fn copied(array: &PyReadonlyArray2<'_, f64>) -> Option<Vec<Point>> {
    // `as_slice` takes Fortran's order, too, in which pairs are torn apart.
    if array.shape()[1] != 2 || !array.is_c_contiguous() {
        return None;
    }
    let numbers = array.as_slice().ok()?;
    Some(numbers.chunks_exact(2).map(|xy| Point::new(xy[0], xy[1])).collect())
}

/// Numbers of rows of so many columns, as an array; nothing is copied.
pub fn rows<'py, T: numpy::Element>(
    py: Python<'py>,
    numbers: Vec<T>,
    columns: usize,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let count = numbers.len() / columns;
    PyArray1::from_vec(py, numbers).reshape([count, columns])
}

/// An array of shape (n, 2).
pub fn array_of<'py>(py: Python<'py>, points: &[Point]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    rows(py, points.iter().flat_map(|p| [p.x, p.y]).collect(), 2)
}

/// Pixels at most: more would rather fill the memory than a screen.
const MOST_PIXELS: u64 = 1 << 28;

/// Pixels over a box: the longer side has `width` of them where there is no `height`.
pub fn raster(py: Python<'_>, bounds: Bounds, width: u32, height: u32) -> PyResult<Raster> {
    let raster = if height == 0 { Raster::fitting(bounds, width) } else { Raster::new(bounds, width, height) };
    let raster = raster.map_err(|why| impossible(py, &why, &why.advice()))?;
    let (width, height) = (raster.width(), raster.height());
    if width as u64 * height as u64 > MOST_PIXELS {
        let what = format!("{width} x {height} pixels: at most {MOST_PIXELS} are computed at once");
        return Err(impossible(py, &what, "take fewer, or parts of the plan with `bounds`"));
    }
    Ok(raster)
}
