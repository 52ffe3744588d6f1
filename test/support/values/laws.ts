import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import type { Json, Validate } from "../../../contracts/index.ts";
import type { Boundary, Fault } from "../../../contracts/generate/index.ts";

/** How many values a law looks at, each with some of those that it shrinks to. */
const RUNS = 5;

/** Shrinking that takes more steps than this does not end. */
const MAX_STEPS = 3_000;

/** The same seed gives the same values. */
export function assertSameSeedSameValues(arbitrary: fc.Arbitrary<unknown>): void {
  const draw = (): unknown[] => fc.sample(arbitrary, { seed: seedOf(0), numRuns: RUNS });
  deepStrictEqual(draw(), draw(), "The same seed gave other values");
}

/** Everything that is produced is accepted, and so is everything that it shrinks to. */
export function assertOnlyAccepted<T>(arbitrary: fc.Arbitrary<T>, accepts: (value: T) => boolean): void {
  for (let run = 0; run < RUNS; run++) {
    watch(arbitrary, run, (value, step) => {
      if (accepts(value)) return;
      throw new Error(`${step === 0 ? "Produced" : "Shrunk to"} what is not accepted: ${JSON.stringify(value)}`);
    });
  }
}

/** Every value of a fault is refused for its keyword in its place, and for nothing elsewhere. */
export function assertBreaksOnlyThere({ pointer, keyword, arbitrary }: Fault, validate: Validate): void {
  assertOnlyAccepted(arbitrary, (value) => failsThereOnly(validate(value), pointer, keyword));
}

/** A boundary fits where it says so; where not, its keyword fails in its place, and nothing fails elsewhere. */
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

/** What a value shrinks to where everything fails. */
export function smallestOf<T>(arbitrary: fc.Arbitrary<T>, run = 0): T {
  let steps = 0;
  const { counterexample } = fc.check(
    fc.property(arbitrary, () => steps++ > MAX_STEPS),
    { seed: seedOf(run), numRuns: 1 },
  );
  if (steps > MAX_STEPS) throw new Error(`Shrinking takes more than ${MAX_STEPS} steps`);
  return (counterexample as [T])[0];
}

/** Whether an arbitrary finds a value at all. */
export function isSatisfiable(arbitrary: fc.Arbitrary<Json>): boolean {
  try {
    return fc.sample(arbitrary, RUNS).length === RUNS;
  } catch {
    return false;
  }
}

/** A union says for itself that no alternative fits, beside what each of them had to say. */
const unions = new Set(["anyOf", "oneOf"]);

function holds(above: string, pointer: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

function failsThereOnly(violations: ReturnType<Validate>, pointer: string, keyword: string): boolean {
  // A list stands for the type of what it lists, and for the constants that tell branches of a union apart.
  const told = keyword === "type" || keyword === "const" ? [keyword, "enum"] : [keyword];
  const isThere = violations.some((violation) => violation.pointer === pointer && told.includes(violation.keyword));
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

/** Shows a value, and some of those that it shrinks to: of each step a few, not only the first. */
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
