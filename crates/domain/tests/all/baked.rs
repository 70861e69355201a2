//! Baked domains: the same answers bit for bit, and nothing but domains is loaded.

use wayfront_domain::{BakedError, Domain, Scene};
use wayfront_geometry::Point;
use wayfront_world::{Random, builtin_names};

#[test]
fn every_built_in_scene_is_the_same_after_a_round_trip() {
    for (name, _) in builtin_names() {
        let scene = Scene::open(name).unwrap();
        let domain = scene.domain();
        let loaded = Domain::from_bytes(&domain.to_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(loaded.to_bytes(), domain.to_bytes(), "{name}");
        assert_eq!(loaded.sides(), domain.sides(), "{name}");
        let (bounds, mut random) = (domain.bounds(), Random::new(5));
        let mut point =
            || Point::new(random.between(bounds.min.x, bounds.max.x), random.between(bounds.min.y, bounds.max.y));
        for _ in 0..200 {
            let (p, q) = (point(), point());
            assert_eq!(loaded.locate(p), domain.locate(p), "{name} at {p}");
            assert_eq!(loaded.cast(p, q), domain.cast(p, q), "{name} from {p} to {q}");
        }
    }
}

/// A check sum is no proof: a file whose numbers were changed on purpose must be refused too, never read beyond its end.
#[test]
fn changed_numbers_with_a_right_check_sum_are_refused_or_harmless() {
    let baked = Scene::open("subway").unwrap().domain().to_bytes();
    let mut random = Random::new(17);
    let mut refused = 0;
    for _ in 0..3_000 {
        let mut content = baked[..baked.len() - 8].to_vec();
        let at = 20 + random.below(content.len() - 20);
        content[at] ^= 1 << random.below(8);
        let sum = content
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        content.extend(sum.to_le_bytes());
        refused += usize::from(Domain::from_bytes(&content).is_err());
    }
    assert!(refused > 2_000, "{refused}");
}

#[test]
fn other_files_say_what_they_are() {
    let baked = Scene::open("two-rooms").unwrap().domain().to_bytes();
    assert_eq!(Domain::from_bytes(b"POLYGON ((0 0, 1 0, 1 1))").unwrap_err(), BakedError::OtherKind { kind: "domain" });
    let mut newer = baked.clone();
    newer[16] = 99;
    let error = Domain::from_bytes(&newer).unwrap_err();
    assert_eq!(error.to_string(), "the file has version 99; this library reads version 2");
    assert_eq!(error.advice(), "bake it again from the scene, with this version of the library");
}
