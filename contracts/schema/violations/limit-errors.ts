import type { Ajv2020 } from "ajv/dist/2020.js";
import { OverBudget } from "../../patterns/work.ts";

/** Error for a value with more violations than are collected. The verdict is unknown. */
class TooManyErrors extends OverBudget {}

/** Maximum number of errors that one validation collects. Each takes a few microseconds and hundreds of bytes. */
const MAX_ERRORS = 10_000;

let left: number | undefined;

/** Runs a validation that throws TooManyErrors at the limit. A validation within it counts against the same limit. */
function limitErrors<T>(run: () => T): T {
  if (left !== undefined) return run();
  left = MAX_ERRORS;
  try {
    return run();
  } finally {
    left = undefined;
  }
}

/** Runs a validation. One with too many errors is replaced by another that stops at the first. */
export function unlessTooMany<T>(run: () => T, runToFirst: () => T): T {
  try {
    return limitErrors(run);
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    return runToFirst();
  }
}

/** A text in the code of a validator, or the statement that counts an error. */
const textOrCount = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\berrors\+\+/gs;

/** Counts each error that a validator collects. Ajv has no limit of its own, and no hook for errors. */
export function countErrors(ajv: Ajv2020): void {
  Object.assign(ajv, { countError });
  ajv.opts.code.process = (code) =>
    code.replaceAll(textOrCount, (found) => (found.startsWith('"') ? found : "self.countError(++errors)"));
}

function countError(): void {
  if (left !== undefined && --left < 0) throw new TooManyErrors(`it has more than ${MAX_ERRORS} violations`);
}
