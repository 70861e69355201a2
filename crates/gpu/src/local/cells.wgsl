// Sweeps over cells that stay in the workgroup's memory, a thread for each: for cards.

fn sweep(colour: u32, shares: vec4<f32>, factor: f32, t: u32) {
    let half = (SIDE - 1) / 2;
    for (var k = t; k < half * (SIDE - 2); k += THREADS) {
        let row = 1 + k / half;
        let column = 1 + 2 * (k % half) + ((row + 1 + colour) & 1);
        if column < SIDE - 1 && !is_fixed(column, row) {
            let at = row * SIDE + column;
            let mean = dot(shares, vec4(q[at - 1], q[at + 1], q[at - SIDE], q[at + SIDE]));
            q[at] += factor * (mean - q[at]);
        }
    }
    workgroupBarrier();
}

@compute @workgroup_size(THREADS)
fn relax(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let question = group.y * groups.x + group.x;
    if question >= frame.questions { return; }
    prepare(question, t);
    let shares = shares_of(question);
    var before = vec4(-1.0);
    for (var k = 1u; k <= MOST_SWEEPS; k++) {
        let factor = factor_of(question, k);
        sweep(0, shares, factor, t);
        sweep(1, shares, factor, t);
        if k % BETWEEN_LOOKS == 0 {
            let now = around();
            if t == 0 { is_over = u32(is_steady(before, now, k)); }
            before = now;
            if workgroupUniformLoad(&is_over) != 0 { break; }
        }
    }
    if t == 0 { answer(question); }
}
