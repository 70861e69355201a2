//! What users read when their input is broken, word by word.

use wayfront_world::{Format, builtin, read_file, read_text, write_file, write_text};

fn says(format: Format, text: &str, expected: &str) {
    let message = match read_text(text.as_bytes(), format, "x") {
        Ok(_) => "accepted".to_owned(),
        Err(rejected) => rejected.to_string(),
    };
    assert_eq!(message, expected, "\n--- for\n{text}");
}

const ROOM: &str = "[world]\nboundary = [[0, 0], [9, 0], [9, 9], [0, 9]]\n";

fn toml(more: &str, expected: &str) {
    says(Format::SceneToml, &format!("{ROOM}{more}"), expected);
}

#[test]
fn unknown_fields_are_named_with_a_suggestion() {
    toml("obstacels = []\n", "x:3: world: unknown field `obstacels`\n    did you mean `obstacles`?");
    toml(
        "colour = 3\n",
        "x:3: world: unknown field `colour`\n    the fields here are `boundary`, `areas`, `obstacles`, `solids`, `walls`, `file`, `y_axis`",
    );
    toml("[[source]]\npoint = [1, 1]\n", "x:3: unknown field `source`\n    did you mean `sources`?");
    toml(
        "[[sources]]\npoint = [1, 1]\n[[sources]]\npoint = [2, 2]\nofset = 3\n",
        "x:7: sources[1]: unknown field `ofset`\n    did you mean `offset`?",
    );
}

#[test]
fn wrong_shapes_and_types_are_named() {
    toml(
        "obstacles = [[1, 1], [2, 1], [2, 2]]\n",
        "x:3: world: `obstacles` must be a list of rings, not a list of points\n    put one more pair of brackets around it",
    );
    toml(
        "obstacles = 5\n",
        "x:3: world: `obstacles` must be a list of rings, not a number\n    write it as [[[x, y], [x, y], …], …]",
    );
    toml(
        "obstacles = [[[1, 1], [2, \"1\"], [2, 2, 2]]]\n",
        "x:3: world.obstacles[0] point 1: this must be a point, not a list of numbers and other things\n    write it as [x, y]\nx:3: world.obstacles[0] point 2: a point has two coordinates, not 3\n    write it as [x, y]",
    );
    toml(
        "walls = [[[1, 1], [2, 1]], [3, 4]]\n",
        "x:3: world.walls[1]: this must be a list of points, not a list of numbers\n    write it as [[x, y], [x, y], …]",
    );
    toml("[[sources]]\npoint = [1]\n", "x:4: sources[0]: a point has two coordinates, not 1\n    write it as [x, y]");
    toml(
        "[[sources]]\nsegment = [[1, 1], [2, 2], [3, 3]]\n",
        "x:4: sources[0]: a segment has two points, not 3\n    write it as [[x, y], [x, y]]",
    );
    toml(
        "[[sources]]\npoint = [1, 1]\noffset = \"3\"\n",
        "x:5: sources[0]: `offset` must be a number, not text\n    write it as a number",
    );
    toml(
        "y_axis = \"left\"\n",
        "x:3: world: `y_axis` must be \"up\" or \"down\", not text\n    write it as \"up\" or \"down\"",
    );
    toml(
        "areas = [[[1, 1], [2, 1], [2, 2]]]\n",
        "x:3: world.areas[0]: this must be a table with an outline, not a list of points\n    write it as { outline = [[x, y], …], holes = [] }",
    );
    says(
        Format::SceneJson,
        "{\"world\": 3}",
        "x:1: world: this must be a table, not a number\n    write it as a table",
    );
    says(
        Format::SceneToml,
        "[world]\nboundary = [[[0, 0], [1, 0], [1, 1]]]\n",
        "x:2: world.boundary: this must be a list of points, not a list of rings\n    remove one pair of brackets",
    );
}

#[test]
fn missing_and_contradicting_fields_are_named() {
    toml(
        "[[sources]]\nname = \"door\"\n",
        "x:3: sources[0]: one of `point`, `segment`, `polyline` is missing\n    add `point`",
    );
    toml(
        "[[sources]]\npoint = [1, 1]\nsegment = [[1, 1], [2, 2]]\n",
        "x:3: sources[0]: `point`, `segment` exclude each other\n    keep one of `point`, `segment`",
    );
    toml(
        "[[barriers]]\nsegment = [[1, 1], [2, 2]]\ndelay = 1\nweight = 2\n",
        "x:3: barriers[0]: `delay`, `weight` exclude each other\n    keep one of `delay`, `weight`",
    );
    toml(
        "[[barriers]]\nsegment = [[1, 1], [2, 2]]\ndelay = 1\nfactor = 2\n",
        "x:3: barriers[0]: `delay`, `factor` exclude each other\n    keep one of `delay`, `factor`",
    );
    toml(
        "[[barriers]]\nsegment = [[1, 1], [2, 2]]\n",
        "x:3: barriers[0]: one of `delay`, `factor` is missing\n    add `delay`",
    );
    toml("[[weights]]\nweight = 2\n", "x:3: weights[0]: `corner` is missing\n    add `corner`");
    toml("[[weights]]\ncorner = [0, 0]\n", "x:3: weights[0]: `speed` is missing\n    add `speed`");
    toml("solids = [{ holes = [] }]\n", "x:3: world.solids[0]: `outline` is missing\n    add `outline`");
    toml("[flow]\nentrances = [[[0, 0], [0, 9]]]\n", "x:3: flow: `exits` is missing\n    add `exits`");
}

#[test]
fn two_words_for_one_thing_are_refused() {
    toml(
        "[[weights]]\ncorner = [0, 0]\nspeed = 2\nweight = 2\n",
        "x:6: weights[0]: `weight` and `speed` mean the same\n    keep `speed`; `weight` is its older name",
    );
    toml(
        "[[barriers]]\nsegment = [[1, 1], [2, 2]]\nweight = 2\nfactor = 2\n",
        "x:5: barriers[0]: `weight` and `factor` mean the same\n    keep `factor`; `weight` is its older name",
    );
    crowd(
        "rerouting = \"delay\"\nbarriers = \"delay\"\n[[crowd.groups]]\npoints = [[1, 1]]\n",
        "x:8: crowd: `barriers` and `rerouting` mean the same\n    keep `rerouting`; `barriers` is its older name",
    );
}

#[test]
fn new_words_are_suggested_and_named() {
    toml("[[exit]]\npoint = [1, 1]\n", "x:3: unknown field `exit`\n    did you mean `exits`?");
    toml(
        "[[weights]]\ncorner = [0, 0]\nspede = 2\n",
        "x:3: weights[0]: `speed` is missing\n    add `speed`\nx:5: weights[0]: unknown field `spede`\n    did you mean `speed`?",
    );
    toml(
        "[[weights]]\ncorner = [0, 0]\nspeed = 0\n",
        "x:5: weights[0]: `speed` is 0; it must be more than zero\n    set `speed` to a value that is more than zero",
    );
    toml(
        "[[barriers]]\nsegment = [[1, 1], [2, 2]]\nfactor = 0.5\n",
        "x:5: barriers[0]: `factor` is 0.5; it must be one or more\n    set `factor` to a value that is one or more",
    );
    toml(
        "[[exits]]\npoint = [1, 1]\noffset = -1\n",
        "x:5: exits[0]: `offset` is -1; it must be zero or more\n    set `offset` to a value that is zero or more",
    );
    const GROUP: &str = "[[crowd.groups]]\npoints = [[1, 1]]\n";
    crowd(
        &format!("reroutin = \"delay\"\n{GROUP}"),
        "x:7: crowd: unknown field `reroutin`\n    did you mean `rerouting`?",
    );
    for (word, usual) in [("rerouting", "factor"), ("barriers", "weight")] {
        crowd(
            &format!("{word} = 0.5\n{GROUP}"),
            &format!(
                "x:7: crowd: `{word}` is 0.5; it must be one or more\n    set `{word}` to a value that is one or more"
            ),
        );
        let words = format!("\"none\", \"delay\", \"{usual}\" or a number");
        crowd(
            &format!("{word} = \"often\"\n{GROUP}"),
            &format!("x:7: crowd: `{word}` must be {words}, not text\n    write it as {words}"),
        );
    }
    motion(
        "exit = \"out\"\ntimes = [0]\npresent = [true]\n",
        "x:14: motions[0]: there is no exit in the scene\n    give that `name` to an exit, or give its index",
    );
    motion(
        "exit = 2\ntimes = [0]\npresent = [true]\n[[exits]]\npoint = [7, 7]\n[[exits]]\npoint = [7, 6]\n",
        "x:14: motions[0]: there is no exit 2: the scene has 2\n    they are counted from 0",
    );
    motion(
        "exit = \"uot\"\ntimes = [0]\npresent = [true]\n[[exits]]\nname = \"out\"\npoint = [7, 7]\n",
        "x:14: motions[0]: there is no exit `uot`\n    did you mean `out`?",
    );
    motion(
        "exit = true\ntimes = [0]\npresent = [true]\n",
        "x:14: motions[0]: `exit` must be a name or an index, not true or false\n    write it as \"name\" in quotes, or as a number from 0",
    );
}

#[test]
fn numbers_out_of_range_are_named_with_their_place() {
    toml(
        "obstacles = [\n  [[1, 1], [2, 1], [2, 2]],\n  [[3, 3],\n   [4, nan],\n   [4, 4]],\n]\n",
        "x:6: world.obstacles[1] point 1 at (4, NaN): a coordinate is not a finite number\n    give both coordinates as ordinary numbers",
    );
    toml(
        "obstacles = [[[1, 1], [2, 1], [1e60, 2]]]\n",
        "x:3: world.obstacles[0] point 2 at (1e60, 2): the coordinate 1e60 is outside the range 1e-50 to 1e50 in which decisions are exact\n    choose another unit or origin for the whole scene",
    );
    toml(
        "obstacles = [[], [[1, 1]], [[1, 1], [2, 2], [1, 1]]]\n",
        "x:3: world.obstacles[0]: the ring has 0 different points; it needs three\n    add points, or describe a thin thing as a wall\nx:3: world.obstacles[1] at (1, 1): the ring has 1 different point; it needs three\n    remove it, or give it an extent\nx:3: world.obstacles[2] at (1, 1): the ring has 2 different points; it needs three\n    add points, or describe a thin thing as a wall",
    );
    toml(
        "walls = [[[1, 1], [1, 1]]]\n",
        "x:3: world.walls[0] at (1, 1): the line has 1 different point; it needs two\n    add a point, or remove it",
    );
    toml(
        "[[weights]]\ncorner = [0, 0]\nweight = 0\n",
        "x:5: weights[0]: `weight` is 0; it must be more than zero\n    set `weight` to a value that is more than zero",
    );
    toml(
        "[[barriers]]\nsegment = [[1, 1], [2, 2]]\nweight = 0.5\n",
        "x:5: barriers[0]: `weight` is 0.5; it must be one or more\n    set `weight` to a value that is one or more",
    );
    toml(
        "[[sources]]\npoint = [1, 1]\noffset = -1\n",
        "x:5: sources[0]: `offset` is -1; it must be zero or more\n    set `offset` to a value that is zero or more",
    );
    toml(
        "[flow]\nentrances = [[[0, 0], [0, 9]]]\nexits = [[[9, 0], [9, 9]]]\nradius = 0\n",
        "x:6: flow: `radius` is 0; it must be more than zero\n    set `radius` to a value that is more than zero",
    );
}

const MOVING: &str = "solids = [{ name = \"train\", outline = [[1, 1], [2, 1], [2, 2]] }]
[[sources]]
name = \"exit\"
point = [1, 1]
[[sources]]
name = \"exit\"
point = [2, 2]
[[doors]]
name = \"gate\"
segment = [[0, 5], [9, 5]]
[[motions]]
";

fn motion(more: &str, expected: &str) {
    toml(&format!("{MOVING}{more}"), expected);
}

#[test]
fn doors_need_a_name_of_their_own() {
    toml("[[doors]]\nsegment = [[0, 5], [9, 5]]\n", "x:3: doors[0]: `name` is missing\n    add `name`");
    toml(
        "[[doors]]\nname = \"a\"\nsegment = [[0, 5], [9, 5]]\nopen = 1\n",
        "x:6: doors[0]: `open` must be true or false, not a number\n    write it as true or false",
    );
    motion(
        "door = 0\ntimes = [1]\nopen = [true]\n[[doors]]\nname = \"gate\"\nsegment = [[0, 6], [9, 6]]\n",
        "x:18: doors[1]: doors[0] is called `gate` too\n    give each door a name of its own",
    );
    toml(
        "[[doors]]\nname = \"a\"\nsegment = [[1, 5], [1, 5]]\n",
        "x:5: doors[0] at (1, 5): the line has 1 different point; it needs two\n    add a point, or remove it",
    );
}

#[test]
fn motions_of_nothing_are_named() {
    motion(
        "obstacle = \"trian\"\ntimes = [0]\nshifts = [[1, 0]]\n",
        "x:14: motions[0]: there is no obstacle `trian`\n    did you mean `train`?",
    );
    motion(
        "obstacle = \"bus\"\ntimes = [0]\nshifts = [[1, 0]]\n",
        "x:14: motions[0]: there is no obstacle `bus`\n    name it in world.solids: { name = \"…\", outline = [[x, y], …] }; or give its index",
    );
    motion(
        "obstacle = 1\ntimes = [0]\nshifts = [[1, 0]]\n",
        "x:14: motions[0]: there is no obstacle 1: the scene has 1\n    they are counted from 0",
    );
    motion(
        "source = \"exit\"\ntimes = [0]\nshifts = [[1, 0]]\n",
        "x:14: motions[0]: 2 sources are called `exit`\n    give each a name of its own, or give the index of the one that is meant",
    );
    motion(
        "barrier = 0\ntimes = [0]\npresent = [false]\n",
        "x:14: motions[0]: there is no barrier in the scene\n    they are counted from 0",
    );
    motion(
        "times = [0]\nshifts = [[1, 0]]\n",
        "x:13: motions[0]: one of `obstacle`, `source`, `exit`, `door`, `barrier` is missing\n    add `obstacle`",
    );
    motion(
        "obstacle = 0\ndoor = \"gate\"\ntimes = [0]\nshifts = [[1, 0]]\n",
        "x:13: motions[0]: `obstacle`, `door` exclude each other\n    keep one of `obstacle`, `door`",
    );
    motion(
        "obstacle = -1\ntimes = [0]\nshifts = [[1, 0]]\n",
        "x:14: motions[0]: `obstacle` must be a name or an index, not a number\n    write it as \"name\" in quotes, or as a number from 0",
    );
}

#[test]
fn values_that_do_not_fit_their_times_are_named() {
    motion(
        "obstacle = \"train\"\ntimes = [0, 5, 9]\nshifts = [[1, 0], [2, 0]]\n",
        "x:16: motions[0]: `shifts` has 2 values, `times` has 3\n    give one value for each time",
    );
    motion(
        "obstacle = \"train\"\ntimes = [0, 5, 5]\nshifts = [[1, 0], [2, 0], [3, 0]]\n",
        "x:15: motions[0]: `times` must ascend: 5 does not come after 5\n    put the times in order, each once",
    );
    motion(
        "obstacle = \"train\"\ntimes = [-2, 5]\nshifts = [[1, 0], [2, 0]]\n",
        "x:15: motions[0]: `times` is -2; it must be zero or more\n    set `times` to a value that is zero or more",
    );
    motion(
        "obstacle = \"train\"\ntimes = []\nshifts = [[1, 0]]\n",
        "x:15: motions[0]: `times` is empty\n    give at least one time, in seconds",
    );
    motion(
        "obstacle = \"train\"\ntimes = [0, \"5\"]\nshifts = [[1, 0], [2, 0]]\n",
        "x:15: motions[0]: `times` must be a number, not text\n    write it as a number",
    );
    motion(
        "door = \"gate\"\ntimes = [3, 5]\nopen = [true, false]\nrepeat = true\n",
        "x:15: motions[0]: a motion that repeats runs from time 0 to a later one, not from 3 to 5\n    begin `times` with 0 and end it with the length of a round",
    );
    motion(
        "obstacle = 0\ntimes = [4]\npresent = [true]\n",
        "x:16: motions[0]: it appears at 4, but has been there before\n    begin with the time 0 and `false`",
    );
    motion("door = \"gate\"\nshifts = [[1, 0]]\n", "x:13: motions[0]: `times` is missing\n    add `times`");
    motion(
        "door = \"gate\"\ntimes = [0]\n",
        "x:13: motions[0]: one of `shifts`, `segments`, `open`, `present` is missing\n    add `shifts`",
    );
}

#[test]
fn changes_that_a_thing_cannot_have_are_named() {
    motion(
        "door = \"gate\"\ntimes = [0]\npresent = [true]\n",
        "x:16: motions[0]: a door has no `present`\n    it can have `open` or `shifts`",
    );
    motion(
        "obstacle = \"train\"\ntimes = [0]\nsegments = [[[1, 1], [2, 2]]]\n",
        "x:16: motions[0]: an obstacle has no `segments`\n    it can have `shifts` or `present`",
    );
    motion(
        "door = \"gate\"\ntimes = [0]\nopen = [true]\n[[motions]]\ndoor = 0\ntimes = [0]\nopen = [false]\n",
        "x:17: motions[1]: motions[0] changes the same\n    join the two into one motion",
    );
    motion(
        "door = \"gate\"\ntimes = [0]\nopen = true\n",
        "x:16: motions[0]: `open` must be a list of true and false, not true or false\n    write it as [true, false, …]",
    );
    motion(
        "source = 0\ntimes = [0]\nsegments = [[1, 1], [2, 2]]\n",
        "x:16: motions[0]: `segments` must be a list of segments, not a list of points\n    write it as [[[x, y], [x, y]], …]",
    );
    motion(
        "source = 0\ntimes = [0]\nshifts = [[1, nan]]\n",
        "x:16: motions[0] at (1, NaN): a coordinate is not a finite number\n    give both coordinates as ordinary numbers",
    );
}

/// A room with an exit, and groups in it.
fn crowd(more: &str, expected: &str) {
    toml(&format!("[[sources]]\nname = \"exit\"\npoint = [8, 8]\n[crowd]\n{more}"), expected);
}

#[test]
fn crowds_explain_themselves() {
    const GROUP: &str = "[[crowd.groups]]\npoints = [[1, 1]]\n";
    crowd(
        "[[crowd.groups]]\nponts = [[1, 1]]\n",
        "x:8: crowd.groups[0]: unknown field `ponts`\n    did you mean `points`?",
    );
    crowd(
        "",
        "x:6: crowd: the crowd has no groups\n    add [[crowd.groups]] with `count` and `area`, `points`, or an `entrance`",
    );
    crowd(
        &format!("{GROUP}goal = \"exitt\"\nvia = \"desk\"\n"),
        "x:9: crowd.groups[0]: no source or exit is called `exitt`\n    did you mean `exit`?\n\
         x:10: crowd.groups[0]: there is no stop `desk`\n    add [[crowd.stops]] with that `name` and an `area`",
    );
    crowd(
        &format!("{GROUP}speed = 0\nradius = {{ mean = 0.2, deviation = 0.1 }}\n"),
        "x:9: crowd.groups[0]: `speed` is 0; it must be more than zero for every agent\n    set `speed` to a value that is more than zero for every agent\n\
         x:10: crowd.groups[0]: `radius` is 0; it must be more than zero for every agent\n    set `radius` to a value that is more than zero for every agent",
    );
    crowd(
        &format!("step = 0.5\n{GROUP}"),
        "x:7: crowd: in a step of 0.5 s the fastest agent moves 0.93, more than its radius 0.2\n    \
         choose a `step` of 0.1 or less",
    );
    crowd(
        &format!("{GROUP}guide = \"lanes\"\n"),
        "x:9: crowd.groups[0]: the group follows the scene's flow, and the scene has no `[flow]`\n    \
         add [flow] with `entrances` and `exits`, or choose guide = \"path\"\n\
         x:9: crowd.groups[0]: agents on lanes start where the lanes start\n    \
         remove `area`, `points` and `entrance`",
    );
    crowd(
        "[[crowd.groups]]\ncount = 3\n",
        "x:7: crowd.groups[0]: the group does not say where it starts\n    \
         add `area` and `count`, `points`, or `entrance`; or give the scene a [flow]",
    );
    crowd(
        &format!("{GROUP}rate = 2\n"),
        "x:7: crowd.groups[0]: `rate` belongs to an entrance, and the group has none\n    remove it, or add `entrance`",
    );
}

#[test]
fn a_crowd_reports_everything_in_one_round() {
    let groups = "seconds = 0\n[[crowd.groups]]\nponts = [[1, 1]]\nspeed = 0\ngoal = \"exitt\"\n\
                  [[crowd.groups]]\narea = [[1, 1], [2, 1], [2, 2]]\nrate = 2\nbatch = 3\nvia = \"dseks\"\n\
                  [[crowd.groups]]\npoints = [[1, 1]]\nvia = \"desk\"\nspeed = [-1, -2]\n\
                  [[crowd.stops]]\nname = \"desk\"\narea = 3\n[[crowd.stops]]\nname = \"desks\"\narea = [[1, 1]]\n\
                  [[sources]]\nname = \"lost\"\npoint = 3\n\
                  [[crowd.groups]]\npoints = [[1, 1]]\ngoal = \"lost\"\n";
    crowd(
        groups,
        "x:7: crowd: `seconds` is 0; it must be more than zero\n    set `seconds` to a value that is more than zero\n\
         x:9: crowd.groups[0]: unknown field `ponts`\n    did you mean `points`?\n\
         x:10: crowd.groups[0]: `speed` is 0; it must be more than zero for every agent\n    \
         set `speed` to a value that is more than zero for every agent\n\
         x:11: crowd.groups[0]: no source or exit is called `exitt`\n    did you mean `exit`?\n\
         x:12: crowd.groups[1]: `rate` belongs to an entrance, and the group has none\n    remove it, or add `entrance`\n\
         x:12: crowd.groups[1]: `batch` belongs to an entrance, and the group has none\n    remove it, or add `entrance`\n\
         x:12: crowd.groups[1]: `count` is missing\n    add `count`\n\
         x:16: crowd.groups[1]: there is no stop `dseks`\n    did you mean `desks`?\n\
         x:20: crowd.groups[2]: `speed` is -1; it must be more than zero for every agent\n    \
         set `speed` to a value that is more than zero for every agent\n\
         x:20: crowd.groups[2]: `speed` is -2; it must be at least the start of its range\n    \
         set `speed` to a value that is at least the start of its range\n\
         x:23: crowd.stops[0]: `area` must be a list of points, not a number\n    write it as [[x, y], [x, y], …]\n\
         x:26: crowd.stops[1] at (1, 1): the ring has 1 different point; it needs three\n    \
         remove it, or give it an extent\n\
         x:29: sources[1]: `point` must be a point, not a number\n    write it as [x, y]",
    );
}

#[test]
fn goals_that_change_are_checked() {
    let groups = "[[crowd.groups]]\nname = \"thieves\"\npoints = [[1, 1]]\nseek = \"densest\"\nguide = \"potential\"\n\
                  [[crowd.groups]]\npoints = [[1, 2]]\nseek = \"nearest\"\nof = \"theives\"\ncatch = -1\n\
                  [[crowd.groups]]\nname = \"dogs\"\npoints = [[1, 3]]\nseek = \"nearest\"\nof = \"dogs\"\n\
                  [[crowd.groups]]\npoints = [[1, 4]]\nseek = \"random\"\ncatch = 1\nguide = \"lanes\"\n\
                  [[crowd.groups]]\npoints = [[1, 5]]\nseek = \"far\"\n";
    crowd(
        groups,
        "x:10: crowd.groups[0]: the group seeks goods, and the crowd has none\n    \
         add [[crowd.goods]] with `area` and `count`\n\
         x:11: crowd.groups[0]: the guide leads to fixed goals, and those of seek = \"densest\" change\n    \
         choose guide = \"navgraph\", \"path\" or \"straight\"\n\
         x:15: crowd.groups[1]: no group is called `theives`\n    did you mean `thieves`?\n\
         x:16: crowd.groups[1]: `catch` is -1; it must be zero or more\n    \
         set `catch` to a value that is zero or more\n\
         x:21: crowd.groups[2]: the group would chase itself\n    name another group in `of`\n\
         x:22: crowd.groups[3]: `catch` belongs to seek = \"nearest\", and the group chases no other\n    \
         remove it, or add seek = \"nearest\"\n\
         x:26: crowd.groups[3]: the group follows the scene's flow, and the scene has no `[flow]`\n    \
         add [flow] with `entrances` and `exits`, or choose guide = \"path\"\n\
         x:26: crowd.groups[3]: the guide leads to fixed goals, and those of seek = \"random\" change\n    \
         choose guide = \"navgraph\", \"path\" or \"straight\"\n\
         x:29: crowd.groups[4]: `seek` must be \"goals\", \"random\", \"anywhere\", \"nearest\" or \"densest\", \
         not text\n    write it as \"goals\", \"random\", \"anywhere\", \"nearest\" or \"densest\"",
    );
}

#[test]
fn everything_is_reported_at_once() {
    let scene = "nam = 1\n[world]\nboundary = 3\nobstacles = [[[0, 0]], \"x\"]\n[[sources]]\n[[weights]]\n";
    let rejected = read_text(scene.as_bytes(), Format::SceneToml, "x").unwrap_err();
    let lines: Vec<u32> = rejected.problems.iter().map(|p| p.place.line).collect();
    assert_eq!(lines, [1, 3, 4, 4, 5, 6, 6], "{rejected}");
}

#[test]
fn broken_syntax_is_placed() {
    says(
        Format::SceneJson,
        "{\n  \"world\": {\n}",
        "x:3: this is not JSON: expected `,` or `}`, the text ends\n    correct the text there, so that it is JSON",
    );
    says(
        Format::SceneToml,
        "a = \n",
        "x:1: this is not TOML: string values must be quoted, expected literal string\n    correct the text there, so that it is TOML",
    );
    says(Format::SceneToml, "", "x: the scene describes no area to walk on\n    add world.boundary or an obstacle");
    says(
        Format::SceneJson,
        "{\"paths\": 1}",
        "x:1: no field of a scene is here; found `paths`\n    a scene has fields such as `world` and `sources`",
    );
}

#[test]
fn geometry_files_explain_themselves_too() {
    let feature = |role: &str, geometry: &str| {
        format!("{{\"type\": \"Feature\", \"properties\": {{\"role\": \"{role}\"}},\n\"geometry\": {geometry}}}")
    };
    let polygon = "{\"type\": \"Polygon\", \"coordinates\": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}";
    says(
        Format::GeoJson,
        &feature("obstacel", polygon),
        "x:1: features[0]: unknown role `obstacel`\n    did you mean `obstacle`?",
    );
    says(
        Format::GeoJson,
        &feature("source", polygon),
        "x:1: features[0]: a Polygon cannot be a source\n    a source is a Point or a LineString",
    );
    says(
        Format::GeoJson,
        &feature("wall", "{\"type\": \"Poligon\", \"coordinates\": []}"),
        "x:1: features[0]: unknown geometry `Poligon`\n    did you mean `Polygon`?",
    );
    says(
        Format::GeoJson,
        &feature(
            "obstacle",
            "{\"type\": \"Polygon\", \"coordinates\": [[[0, 0], [1, 0], [1, 1]],\n[[0, 0], [1, 1e99], [0, 1]]]}",
        ),
        "x:3: features[0] ring 1 point 1 at (1, 1e99): the coordinate 1e99 is outside the range 1e-50 to 1e50 in which decisions are exact\n    choose another unit or origin for the whole scene",
    );
    says(
        Format::Wkt,
        "POLYGON ((0 0, 1 0, 1 1)",
        "x:1: this is not WKT: expected `)`, the text ends\n    correct the text there, so that it is WKT",
    );
    says(
        Format::Wkt,
        "POLYGON ((0 0, 1 0,\n 1 x))",
        "x:2: this is not WKT: expected a number, found `x`\n    correct the text there, so that it is WKT",
    );
    says(
        Format::Wkt,
        "GEOMETRYCOLLECTION (POLYGN ((0 0, 1 0, 1 1)))",
        "x:1: geometry[0]: unknown geometry `POLYGN`\n    did you mean `POLYGON`?",
    );
    says(
        Format::Wkt,
        "POLYGON EMPTY",
        "x: the scene describes no area to walk on\n    add world.boundary or an obstacle",
    );
    says(
        Format::MovingAi,
        "type octile\nheight 2\nwidth 3\nmap\n...\n..\n",
        "x:6: the row has 2 cells; the header says 3\n    correct the map, or `width` and `height` above it",
    );
    says(
        Format::MovingAi,
        "type octile\nheight 3\nwidth 3\nmap\n...\n...\n",
        "x:6: the map has 2 rows; the header says 3\n    correct the map, or `width` and `height` above it",
    );
    says(
        Format::MovingAi,
        "type octile\nheight -3\n",
        "x:2: this is not a MovingAI map: expected `type`, `height N`, `width N` or `map`, found `height -3`\n    correct the text there, so that it is a MovingAI map",
    );
    says(
        Format::Ros,
        "image: a.pgm\nresolution: 0\n",
        "x: `origin` is missing\n    add `origin`\nx:2: `resolution` is 0; it must be more than zero\n    set `resolution` to a value that is more than zero",
    );
    says(
        Format::Ros,
        "image: a.pgm\nresolution: 1\norigin: [0, 0, 0]\n",
        "x:1: there is no file `a.pgm`\n    look at the spelling and the folder",
    );
    says(
        Format::Edges,
        "2 1\n0 0\n1 1\n0 2\n",
        "x:4: edge[0]: the edge ends at point 2, and there are 2 points\n    points are counted from 0",
    );
    says(
        Format::Edges,
        "2 1\n0 0\n",
        "x:2: the first line promises 2 points; the file has 1\n    correct the first line or the list",
    );
    says(
        Format::Rings,
        "[[[0, 0], [1, 0], [1, 1]], [5]]",
        "x:1: ring[1]: this must be a list of points, not a list of numbers\n    write it as [[x, y], [x, y], …]",
    );
}

#[test]
fn files_that_are_no_scenes_are_refused_with_advice() {
    let folder = std::env::temp_dir().join(format!("wayfront-messages-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    let says = |name: &str, expected: &str| {
        let message = read_file(&folder.join(name)).map_or_else(|e| e.to_string(), |_| "accepted".into());
        let shown = format!("{}/", folder.display());
        assert_eq!(message.replace(&shown, ""), expected);
    };
    says("none.toml", "none.toml: there is no file `none.toml`\n    look at the spelling and the folder");
    std::fs::create_dir_all(folder.join("hall.toml.d")).unwrap();
    says("hall.toml.d", "hall.toml.d: `hall.toml.d` is a folder\n    name a file in it");
    write("noise.toml", b"a = \xff\xfe");
    says("noise.toml", "noise.toml: the file is not text: byte 4 is not UTF-8\n    save it as UTF-8");
    write("mesh.OBJ", b"v 0 0 0");
    says(
        "mesh.OBJ",
        "mesh.OBJ: this is a triangle mesh, not a scene\n    scenes are flat floor plans; meshes belong to `wayfront surface`",
    );
    write("notes", b"hello");
    says(
        "notes",
        "notes: the format follows neither from the name nor from the content\n    give a scene (.toml, .json), .geojson, .wkt, .map, .yaml with .pgm, or a .txt list of edges",
    );
    write("plan.txt", b"POLYGON ((0 0, 9 0, 9 9))");
    says("plan.txt", "accepted");
    write("scene.toml", b"[world]\nfile = \"hall.wkt\"\n");
    says(
        "scene.toml",
        "scene.toml:2: world.file: there is no file `hall.wkt`\n    look at the spelling and the folder",
    );
    write("hall.wkt", b"POLYGON ((0 0, 9 0, 9 9), (1 1, 2 1, nan 2))");
    says(
        "scene.toml",
        "hall.wkt:1: geometry[0] ring 1 point 2 at (NaN, 2): a coordinate is not a finite number\n    give both coordinates as ordinary numbers",
    );
    write("hall.wkt", b"POLYGON ((0 0, 9 0, 9 9), (4 1, 5 1, 5 2))");
    says("scene.toml", "accepted");
    write("loop.toml", b"[world]\nfile = \"loop.toml\"\n");
    says(
        "loop.toml",
        "loop.toml:2: world.file: this is a scene, not a geometry file\n    copy its tables into this scene, or name a geometry file",
    );
    write("loop.json", b"{\"world\": {\"file\": \"loop.json\"}}");
    says(
        "loop.json",
        "loop.json:1: this is a scene, not a geometry file\n    copy its tables into this scene, or name a geometry file",
    );
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_error_has_advice() {
    let room = "[world]\nboundary = [[0, 0], [9, 0], [9, 9]]\nobstacels = []\nwals = []\n";
    let rejected = read_text(room.as_bytes(), Format::SceneToml, "x").unwrap_err();
    assert_eq!(rejected.advice(), "did you mean `obstacles`?\ndid you mean `walls`?");
    assert_eq!(rejected.problems[1].advice(), "did you mean `walls`?");
    let mut world = builtin("two-rooms").unwrap();
    let unwritable = write_text(&world, Format::MovingAi).unwrap_err();
    assert_eq!(unwritable.to_string(), "a MovingAI map is read but not written");
    assert_eq!(unwritable.advice(), "write .toml, .json, .geojson or .wkt");
    let nowhere = write_file(&world, "scene.dwg".as_ref()).unwrap_err();
    assert_eq!(
        (nowhere.to_string().as_str(), nowhere.advice().as_str()),
        ("no format has the ending of `scene.dwg`", "write .toml, .json, .geojson or .wkt")
    );
    world.obstacles[0].outer.truncate(2);
    let broken = write_text(&world, Format::SceneToml).unwrap_err();
    assert_eq!(
        broken.to_string(),
        "the world is broken: world.obstacles[0] at (5, 2): the ring has 2 different points; it needs three"
    );
    assert_eq!(broken.advice(), "add points, or describe a thin thing as a wall");
}

#[test]
fn a_file_that_is_added_may_hold_what_the_scene_names() {
    let folder = std::env::temp_dir().join(format!("wayfront-named-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let plan = r#"{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"role": "boundary"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}},
{"type": "Feature", "properties": {"role": "exit", "name": "gate"}, "geometry": {"type": "Point", "coordinates": [8, 4]}},
{"type": "Feature", "properties": {"role": "source", "name": "desk"}, "geometry": {"type": "Point", "coordinates": [8, 5]}}]}"#;
    let scene = |goal: &str, more: &str| {
        format!(
            "{more}[world]\nfile = \"plan.geojson\"\n[[exits]]\nname = \"out\"\npoint = [8, 2]\n\
             [[motions]]\nexit = 1\ntimes = [0]\npresent = [false]\n\
             [crowd]\n[[crowd.groups]]\npoints = [[8, 3]]\ngoal = \"{goal}\"\n"
        )
    };
    std::fs::write(folder.join("plan.geojson"), plan).unwrap();
    let read = |text: String| {
        std::fs::write(folder.join("scene.toml"), text).unwrap();
        read_file(&folder.join("scene.toml"))
    };
    let world = read(scene("gate", "")).unwrap();
    let names: Vec<_> = world.sources.iter().map(|source| source.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["desk", "out", "gate"]);
    assert_eq!(world.motions[0].thing.index_in(&world), Some(2));
    let problems = read(scene("gat", "nam = 3\n")).unwrap_err().problems;
    let reported: Vec<String> = problems.iter().map(|p| format!("{}: {p}; {}", p.place.line, p.advice())).collect();
    let expected = [
        "1: unknown field `nam`; did you mean `name`?",
        "14: crowd.groups[0]: no source or exit is called `gat`; did you mean `gate`?",
    ];
    assert_eq!(reported, expected);
    // What a broken file holds is not known, so nothing is said about names.
    std::fs::write(folder.join("plan.geojson"), "{").unwrap();
    assert_eq!(read(scene("gat", "")).unwrap_err().problems.len(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}
