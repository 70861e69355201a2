//! Points and boxes of other libraries.

#[cfg(feature = "geo-types")]
mod geo {
    use crate::{Bounds, Point};

    impl From<geo_types::Coord<f64>> for Point {
        fn from(p: geo_types::Coord<f64>) -> Self {
            Self::new(p.x, p.y)
        }
    }

    impl From<Point> for geo_types::Coord<f64> {
        fn from(p: Point) -> Self {
            Self { x: p.x, y: p.y }
        }
    }

    impl From<geo_types::Point<f64>> for Point {
        fn from(p: geo_types::Point<f64>) -> Self {
            Self::new(p.x(), p.y())
        }
    }

    impl From<Point> for geo_types::Point<f64> {
        fn from(p: Point) -> Self {
            Self::new(p.x, p.y)
        }
    }

    impl From<geo_types::Rect<f64>> for Bounds {
        fn from(rect: geo_types::Rect<f64>) -> Self {
            Self { min: rect.min().into(), max: rect.max().into() }
        }
    }
}

#[cfg(feature = "mint")]
mod vectors {
    use crate::Point;

    impl From<mint::Point2<f64>> for Point {
        fn from(p: mint::Point2<f64>) -> Self {
            Self::new(p.x, p.y)
        }
    }

    impl From<Point> for mint::Point2<f64> {
        fn from(p: Point) -> Self {
            Self { x: p.x, y: p.y }
        }
    }

    impl From<mint::Vector2<f64>> for Point {
        fn from(v: mint::Vector2<f64>) -> Self {
            Self::new(v.x, v.y)
        }
    }

    impl From<Point> for mint::Vector2<f64> {
        fn from(p: Point) -> Self {
            Self { x: p.x, y: p.y }
        }
    }

    /// Coordinates of games are often single: they are widened exactly.
    impl From<mint::Point2<f32>> for Point {
        fn from(p: mint::Point2<f32>) -> Self {
            Self::new(f64::from(p.x), f64::from(p.y))
        }
    }

    impl From<mint::Vector2<f32>> for Point {
        fn from(v: mint::Vector2<f32>) -> Self {
            Self::new(f64::from(v.x), f64::from(v.y))
        }
    }
}
