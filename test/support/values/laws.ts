import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import type { Json, Validate } from "../../../contracts/index.ts";
import type { Boundary, Fault } from "../../../contracts/generate/index.ts";

/** Number of values for each law, each with some of its shrunk values. */
const RUNS = 5;

/** Maximum number of shrinking steps. More count as endless. */
const MAX_STEPS = 3_000;

/** Asserts that the same seed generates the same values. */
export function assertSameSeedSameValues(arbitrary: fc.Arbitrary<unknown>): void {
  const draw = (): unknown[] => fc.sample(arbitrary, { seed: seedOf(0), numRuns: RUNS });
  deepStrictEqual(draw(), draw(), "The same seed gave other values");
}

/** Asserts that all generated and shrunk values are accepted. */
export function assertOnlyAccepted<T>(arbitrary: fc.Arbitrary<T>, accepts: (value: T) => boolean): void {
  for (let run = 0; run < RUNS; run++) {
    watch(arbitrary, run, (value, step) => {
      if (accepts(value)) return;
      throw new Error(`${step === 0 ? "Produced" : "Shrunk to"} what is not accepted: ${JSON.stringify(value)}`);
    });
  }
}

/** Asserts that each invalid value violates its keyword at its pointer, and nothing else. */
export function assertBreaksOnlyAtPointer({ pointer, keyword, arbitrary }: Fault, validate: Validate): void {
  assertOnlyAccepted(arbitrary, (value) => failsThereOnly(validate(value), pointer, keyword));
}

/** Asserts that a boundary value is valid as labelled, or violates only its keyword at its pointer. */
export function assertIsLabelled({ pointer, keyword, value, fits, isSingle }: Boundary, validate: Validate): void {
  const violations = validate(value);
  const what = `${keyword} at "${pointer}": ${JSON.stringify(value)}`;
  if (fits !== (violations.length === 0)) throw new Error(`Labelled wrongly as to whether it fits: ${what}`);
  if (fits) return;
  if (!failsThereOnly(violations, pointer, keyword))
    throw new Error(`Fails elsewhere, or for another keyword: ${what}`);
  const keywords = new Set(
    violations.flatMap((violation) => (violation.pointer === pointer ? [violation.keyword] : [])),
  );
  if (isSingle !== (keywords.size === 1)) throw new Error(`Labelled wrongly as to how much it breaks: ${what}`);
}

/** Smallest value, found by shrinking with a property that always fails. */
export function smallestOf<T>(arbitrary: fc.Arbitrary<T>, run = 0): T {
  let steps = 0;
  const { counterexample } = fc.check(
    fc.property(arbitrary, () => steps++ > MAX_STEPS),
    { seed: seedOf(run), numRuns: 1 },
  );
  if (steps > MAX_STEPS) throw new Error(`Shrinking takes more than ${MAX_STEPS} steps`);
  return (counterexample as [T])[0];
}

/** Checks that an arbitrary can generate a value. */
export function isSatisfiable(arbitrary: fc.Arbitrary<Json>): boolean {
  try {
    return fc.sample(arbitrary, RUNS).length === RUNS;
  } catch {
    return false;
  }
}

/** A union reports its own violation in addition to those of its alternatives. */
const unions = new Set(["anyOf", "oneOf"]);

function holds(above: string, pointer: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

function failsThereOnly(violations: ReturnType<Validate>, pointer: string, keyword: string): boolean {
  // A violation of type or const may be reported as a violation of enum.
  const allowedKeywords = keyword === "type" || keyword === "const" ? [keyword, "enum"] : [keyword];
  const isThere = violations.some(
    (violation) => violation.pointer === pointer && allowedKeywords.includes(violation.keyword),
  );
  const around = violations.filter(
    (violation) =>
      (holds(violation.pointer, pointer) && unions.has(violation.keyword)) ||
      (violation.pointer === pointer && violation.keyword === "contains" && keyword === "contains"),
  );
  return (
    isThere &&
    violations.every(
      (violation) => violation.pointer === pointer || around.some((union) => holds(union.pointer, violation.pointer)),
    )
  );
}

/** Visits generated values, and a few shrunk values of each step. */
function watch<T>(arbitrary: fc.Arbitrary<T>, run: number, see: (value: T, step: number) => void): void {
  let step = 0;
  let failure: unknown;
  const passes = (value: T): boolean => {
    try {
      see(value, step);
    } catch (error) {
      failure ??= error;
    }
    return step++ % 4 > 0 || step > MAX_STEPS;
  };
  fc.check(fc.property(arbitrary, passes), { seed: seedOf(run), numRuns: 1 });
  if (failure !== undefined) throw failure;
}

function seedOf(run: number): number {
  return (fc.readConfigureGlobal()?.seed ?? 0) + run;
}
