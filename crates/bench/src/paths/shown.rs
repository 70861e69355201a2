//! The report for people.

use super::Report;
use super::grid::Grid;
use super::growth::GrowthRow;
use super::maps::MapRow;
use crate::stopwatch::Times;
use std::fmt;

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = &self.cgal_missing {
            writeln!(f, "{why}\n")?;
        }
        // This program alone is a load of one.
        if let Some(load) = self.load.filter(|&load| load > 1.5) {
            let cores = self.cores;
            writeln!(f, "Others use the machine (load {load} on {cores} cores): trust best times, not medians\n")?;
        }
        writeln!(f, "Exact maps, one thread, medians in ms; published: graphics card, 1000 x 1000 pixels")?;
        writeln!(f, "{}", self.builds())?;
        writeln!(f, "Questions in millions per second, one thread; ours with point location")?;
        writeln!(f, "{}", self.questions())?;
        writeln!(f, "1000 x 1000 pixels: sampling on two threads; questions to the sample alone, on one, in millions")?;
        writeln!(f, "{}", self.samples())?;
        writeln!(f, "Random pairs in thousands per second, one thread")?;
        writeln!(f, "{}", self.pairs())?;
        writeln!(
            f,
            "Growth: random polygons, exponent {:.3} (best times: {:.3})",
            self.growth.exponent.median, self.growth.exponent.best
        )?;
        writeln!(f, "{}", self.growth())?;
        writeln!(f, "Special worlds, and their time per vertex as a multiple of the first")?;
        writeln!(f, "{}", self.special())?;
        writeln!(f, "Must reach")?;
        write!(f, "{}", self.targets())
    }
}

impl Report {
    fn builds(&self) -> Grid {
        let mut grid = Grid::new([
            "\nmap",
            "\npolygons",
            "\nvertices",
            "\ntriangles",
            "\ndomain",
            "exact\nbuild",
            "scene\nto map",
            "CGAL\ntree",
            "CGAL\n/ ours",
            "published\nbuild",
            "with\ntransfer",
            "published\n/ ours",
        ]);
        for row in &self.maps {
            let published = |value: fn(&super::published::Published) -> f64| row.published.as_ref().map(value);
            grid.push([
                row.name.clone(),
                row.polygons.to_string(),
                row.vertices.to_string(),
                row.triangles.to_string(),
                ms(row.domain.median),
                ms(row.build.ours.median),
                ms(row.whole.median),
                perhaps(row.build.cgal, |cgal| ms(cgal.median)),
                perhaps(row.build.ratio(), |ratio| times(ratio.median)),
                perhaps(published(|p| p.gpu_build), |seconds| format!("{:.1}", seconds * 1e3)),
                perhaps(published(|p| p.gpu_build_and_transfer), |seconds| format!("{:.1}", seconds * 1e3)),
                perhaps(published(|p| p.gpu_build), |seconds| times(seconds / row.build.ours.median)),
            ]);
        }
        grid
    }

    fn questions(&self) -> Grid {
        let mut grid = Grid::new([
            "\nmap",
            "exact\ncosts",
            "all at\nonce",
            "CGAL,\nlocated",
            "CGAL\n/ ours",
            "CGAL,\ntold",
            "exact\nroutes",
            "CGAL,\nroutes",
            "CGAL\n/ ours",
            "published\nCGAL",
            "published\nmap",
            "CGAL\nlonger",
            "ours\nlonger",
            "other\ndifferences",
        ]);
        for row in &self.maps {
            let rate = |times: Times| millions(row, times);
            grid.push([
                row.name.clone(),
                rate(row.costs.ours),
                rate(row.together),
                perhaps(row.costs.cgal, rate),
                perhaps(row.costs.ratio(), |ratio| times(ratio.median)),
                perhaps(row.cgal_told, rate),
                rate(row.routes.ours),
                perhaps(row.routes.cgal, rate),
                perhaps(row.routes.ratio(), |ratio| times(ratio.median)),
                perhaps(row.published, |p| format!("{:.2}", p.cgal_per_second / 1e6)),
                perhaps(row.published, |p| format!("{:.2}", p.map_per_second / 1e6)),
                perhaps(row.agreement.as_ref(), |a| a.cgal_longer.to_string()),
                perhaps(row.agreement.as_ref(), |a| a.ours_longer.to_string()),
                perhaps(row.agreement.as_ref(), |a| format!("{:.0e}", a.largest_difference)),
            ]);
        }
        grid
    }

    fn samples(&self) -> Grid {
        let mut grid = Grid::new(["map", "sampling ms", "best ms", "costs/s", "routes/s"]);
        for row in &self.samples {
            let rate = |times: Times| format!("{:.1}", row.questions as f64 / times.median / 1e6);
            let name = row.name.clone();
            grid.push([name, ms(row.sampling.median), ms(row.sampling.best), rate(row.costs), rate(row.routes)]);
        }
        grid
    }

    fn pairs(&self) -> Grid {
        let mut grid = Grid::new([
            "\nmap",
            "\npairs",
            "\nours",
            "\npolyanya",
            "polyanya\n/ ours",
            "polyanya:\nno path",
            "other\nlength",
        ]);
        for row in &self.pairs {
            let rate = |times: Times| format!("{:.2}", row.pairs as f64 / times.median / 1e3);
            grid.push([
                row.name.clone(),
                row.pairs.to_string(),
                rate(row.ours),
                rate(row.polyanya),
                times(row.ratio().median),
                row.polyanya_lost.to_string(),
                row.polyanya_wrong.to_string(),
            ]);
        }
        grid
    }

    fn growth(&self) -> Grid {
        let mut grid = Grid::new(["vertices", "windows", "build ms", "ns/vertex"]);
        self.growth.rows.iter().for_each(|row| grid.push(build_entries(row)));
        grid
    }

    fn special(&self) -> Grid {
        let mut grid = Grid::new(["world", "vertices", "windows", "build ms", "ns/vertex", "multiple"]);
        for special in &self.special {
            let row = build_entries(&special.row).into_iter();
            grid.push(
                std::iter::once(special.name.to_owned())
                    .chain(row)
                    .chain([times(special.per_vertex)])
                    .collect::<Vec<_>>(),
            );
        }
        grid
    }

    fn targets(&self) -> Grid {
        let mut grid = Grid::new(["", "median", "best", "target", ""]);
        for target in &self.targets {
            grid.push([
                target.what.clone(),
                format!("{:.2}", target.value.median),
                format!("{:.2}", target.value.best),
                target.bound.to_string(),
                target.verdict().to_owned(),
            ]);
        }
        grid
    }
}

fn build_entries(row: &GrowthRow) -> [String; 4] {
    [
        row.vertices.to_string(),
        row.windows.to_string(),
        ms(row.build.median),
        format!("{:.0}", row.nanoseconds_per_vertex()),
    ]
}

/// Three digits, whatever the magnitude.
fn ms(seconds: f64) -> String {
    let ms = seconds * 1e3;
    let digits = if ms < 1.0 {
        4
    } else if ms < 100.0 {
        2
    } else {
        0
    };
    format!("{ms:.digits$}")
}

fn times(ratio: f64) -> String {
    let digits = if ratio < 10.0 { 2 } else { 0 };
    format!("{ratio:.digits$}x")
}

fn millions(row: &MapRow, times: Times) -> String {
    format!("{:.2}", row.questions as f64 / times.median / 1e6)
}

fn perhaps<T>(value: Option<T>, shown: impl Fn(T) -> String) -> String {
    value.map_or("-".to_owned(), shown)
}
