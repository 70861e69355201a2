//! What optional features add: conversions, and scenes and results that can be serialised.

#[cfg(feature = "serde")]
#[test]
fn scenes_and_answers_survive_a_round_trip() {
    let scene = wayfront::Scene::open("subway").unwrap();
    let text = serde_json::to_string(&**scene.world()).unwrap();
    let back: wayfront::World = serde_json::from_str(&text).unwrap();
    assert_eq!(back, **scene.world());
    let map = wayfront::PathMap::of(&scene).unwrap();
    let answer = map.answer((30.0, 8.0).into()).unwrap();
    let text = serde_json::to_string(&answer).unwrap();
    assert_eq!(serde_json::from_str::<wayfront::pathmap::Answer>(&text).unwrap(), answer);
}

#[cfg(feature = "mint")]
#[test]
fn points_of_games_are_points() {
    let p: wayfront::Point = mint::Point2 { x: 1.5f32, y: -2.0 }.into();
    assert_eq!(p, wayfront::Point::new(1.5, -2.0));
    assert_eq!(mint::Vector2::from(p), mint::Vector2 { x: 1.5, y: -2.0 });
}

#[cfg(feature = "geo-types")]
#[test]
fn polygons_of_maps_are_polygons() {
    let exterior = vec![(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    let hole = vec![(1.0, 1.0), (2.0, 1.0), (2.0, 2.0)];
    let square = geo_types::Polygon::new(exterior.into(), vec![hole.into()]);
    let polygon = wayfront::Polygon::from(&square);
    assert_eq!((polygon.outer.len(), polygon.holes[0].len()), (4, 3));
    assert_eq!(geo_types::Polygon::from(&polygon), square);
}
