import fc from "fast-check";

// CI and everybody else see the same values; another seed is a deliberate act.
fc.configureGlobal({ seed: Number(process.env["CONCORD_SEED"] ?? 42) });

// Wherever a test runs the mock, it holds its own answers against the contracts.
process.env["CONCORD_SELF_CHECK"] ??= "1";
