# What contributors repeat. `just` lists the recipes (https://just.systems).

_default:
    @just --list

# Formatting, lints and documentation
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# All tests, or those of one room: just test pathmap
test room="":
    cargo test {{ if room == "" { "--workspace" } else { "-p wayfront-" + room } }}

# Every property of a room's test module for a while: just fuzz pathmap terms 600
fuzz room module seconds="60":
    WAYFRONT_FUZZ_SECONDS={{seconds}} cargo test -p wayfront-{{room}} --test all {{module}}::

# A table of the benchmark: just bench paths
bench table:
    cargo run --release -p wayfront-bench -- {{table}} --quick

# What is generated from the code: the graph of rooms, tables of the docs, kept outputs and pictures
update:
    WAYFRONT_UPDATE=1 cargo test -p wayfront -p wayfront-world -p wayfront-cli

# The documentation as a book in target/book (mdbook)
book:
    mdbook build

# All that CI runs
ci:
    .ci/run
