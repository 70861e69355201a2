// Sweeps over strips of columns that a thread keeps in its registers, written out cell by cell by `strips.rs`; only the first
// and the last column of a strip go through the workgroup's memory. For drivers in software, where each access to that
// memory takes longer than all the rest of a cell.

@compute @workgroup_size(THREADS)
fn relax(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let question = group.y * groups.x + group.x;
    if question >= frame.questions { return; }
    prepare(question, t);
    let first = t * STRIP;
    let s = shares_of(question);
    // Values and bits of free rows, for each column.
    //@ declare
    for (var row = 1u; row < SIDE - 1; row++) {
        let free = ~(atomicLoad(&walls[row]) | goals[row]);
        //@ masks
    }
    workgroupBarrier();
    var before = vec4(-1.0);
    for (var k = 1u; k <= MOST_SWEEPS; k++) {
        let f = factor_of(question, k);
        //@ even
        workgroupBarrier();
        //@ odd
        workgroupBarrier();
        if k % BETWEEN_LOOKS == 0 {
            //@ middle
            workgroupBarrier();
            let now = around();
            if t == 0 { is_over = u32(is_steady(before, now, k)); }
            before = now;
            if workgroupUniformLoad(&is_over) != 0 { break; }
        }
    }
    if t == 0 { answer(question); }
}
