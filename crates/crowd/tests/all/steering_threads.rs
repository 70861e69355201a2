//! The same crowd on any number of threads, bit for bit.

use wayfront_crowd::{Agent, Agents, Neighbours, Orca, SocialForce, SteeringModel, Surroundings, Walls, advance};
use wayfront_domain::Domain;
use wayfront_geometry::Point;
use wayfront_world::{Polygon, World};

fn walk(model: &dyn SteeringModel, threads: usize) -> Agents {
    let hall = Polygon::ring([(0.0, 0.0), (30.0, 0.0), (30.0, 12.0), (0.0, 12.0)]);
    let pillar = Polygon::ring([(14.0, 5.0), (16.0, 5.0), (16.0, 7.0), (14.0, 7.0)]);
    let world = World::new().area(hall).obstacle(pillar);
    let domain = Domain::without_doors(&world).unwrap();
    let walls = Walls::of(&domain, model.reach());
    let mut agents = Agents::new();
    for k in 0..600_u32 {
        let position = Point::new(1.0 + f64::from(k % 20) * 0.6, 1.0 + f64::from(k / 20) * 0.35);
        agents.push(Agent { id: k.into(), position, velocity: Point::new(0.0, 0.0), radius: 0.15, speed: 1.3 });
    }
    let mut near = Neighbours::new(model.reach());
    let mut next = vec![Point::new(0.0, 0.0); agents.len()];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        for _ in 0..60 {
            near.rebuild(&agents);
            let wishes: Vec<Point> = agents.position().iter().map(|p| Point::new(1.3, (6.0 - p.y) * 0.1)).collect();
            agents.wish_mut().copy_from_slice(&wishes);
            model.steer(
                &Surroundings { agents: &agents, near: &near, walls: &walls, step: 0.1, sights: None },
                &mut next,
            );
            advance(&mut agents, &walls, &next, 0.1);
        }
    });
    agents
}

#[test]
fn any_number_of_threads_walks_the_same_way() {
    let models: [&dyn SteeringModel; 2] = [&Orca::default(), &SocialForce::default()];
    for model in models {
        let alone = walk(model, 1);
        assert!(alone.position().iter().all(|p| p.is_finite()));
        assert!(alone.position().iter().any(|p| p.x > 16.0), "somebody got somewhere");
        for threads in [2, 3] {
            assert_eq!(walk(model, threads), alone);
        }
    }
}
