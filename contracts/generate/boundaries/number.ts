import type { Case } from "../cases.ts";
import { countsIn, isEmpty, rangeOf, stepOf, times } from "../types/number.ts";
import { type Candidate, type CandidatesOf, candidate } from "./candidate.ts";

/** How far from a bound a number is tried that has no neighbours. */
const USUAL_STEP = 0.01;

/** The bounds, their neighbours, what lies between multiples; where there is no bound, what a machine can hold. */
export const numberCandidates: CandidatesOf = (wanted) => {
  const range = rangeOf(wanted);
  if (isEmpty(range)) return [];
  const step = stepOf(wanted);
  const [least, most] = step === undefined ? [range.low, range.high] : endsOf(wanted, step);
  return [
    ...atLeast(wanted, least, step),
    ...atMost(wanted, most, step),
    ...[0, 1, -1].flatMap((number) => candidate(String(number), "type", number)),
    ...between(wanted, least, step),
  ];
};

function endsOf(wanted: Case, step: number): [number, number] {
  const { min, max } = countsIn(rangeOf(wanted), step);
  return [times(min, step), times(max, step)];
}

function atLeast(wanted: Case, least: number, step: number | undefined): Candidate[] {
  const { minimum, exclusiveMinimum } = wanted;
  const isOpen = exclusiveMinimum >= minimum;
  const keyword = isOpen ? "exclusiveMinimum" : "minimum";
  if (Math.max(minimum, exclusiveMinimum) === -Infinity)
    return candidate("a large negative one", "type", -extreme(wanted));
  const unit = unitAt(least, step);
  const first = isOpen && step === undefined ? tidy(least + unit) : least;
  return [
    ...candidate("least", keyword, first),
    ...candidate("next to the least", keyword, tidy(first + unit)),
    ...candidate("below the least", keyword, tidy(first - unit)),
  ];
}

function atMost(wanted: Case, most: number, step: number | undefined): Candidate[] {
  const { maximum, exclusiveMaximum } = wanted;
  const isOpen = exclusiveMaximum <= maximum;
  const keyword = isOpen ? "exclusiveMaximum" : "maximum";
  if (Math.min(maximum, exclusiveMaximum) === Infinity) return candidate("a large one", "type", extreme(wanted));
  const unit = unitAt(most, step);
  const last = isOpen && step === undefined ? tidy(most - unit) : most;
  return [
    ...candidate("greatest", keyword, last),
    ...candidate("next to the greatest", keyword, tidy(last - unit)),
    ...candidate("above the greatest", keyword, tidy(last + unit)),
  ];
}

/** Between two multiples, and between two whole numbers. */
function between(wanted: Case, least: number, step: number | undefined): Candidate[] {
  const from = Math.abs(least) < 2 ** 31 ? least : 0;
  const isCoarse = wanted.integer && step !== undefined && step > 1;
  const off = isCoarse ? from + 1 : tidy(from + (step ?? 1) / 2);
  if (wanted.multipleOf.length > 0) return candidate("between two multiples", "multipleOf", off);
  return candidate("a fraction", "type", tidy(from + 0.5));
}

/** The largest number of a kind that machines hold exactly. */
function extreme(wanted: Case): number {
  const largest = wanted.formats.includes("int32") ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const step = stepOf(wanted) ?? 1;
  return times(Math.floor(largest / step), step);
}

/** The step, or as far as the next number is that a double can hold. */
function unitAt(bound: number, step: number | undefined): number {
  const next = 2 ** (Math.floor(Math.log2(Math.max(1, Math.abs(bound)))) - 52);
  return Math.max(step ?? USUAL_STEP, next);
}

/** Without the dust of binary fractions, and never -0. */
function tidy(number: number): number {
  return Math.abs(number) < 2 ** 31 ? Number(number.toFixed(12)) + 0 : number;
}
