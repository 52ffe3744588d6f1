import { MAX_DELAY } from "../faults/index.ts";

/** @throws RangeError unless it is a whole number of 0 or more. */
export function checkNumber(kept: number, what: string): void {
  if (!Number.isInteger(kept) || kept < 0)
    throw new RangeError(`Cannot keep "${kept}" ${what}: it is not a whole number`);
}

/** @throws RangeError for a time that no timer supports. */
export function checkTimeout(milliseconds = 1): void {
  if (!(milliseconds >= 1 && milliseconds <= MAX_DELAY))
    throw new RangeError(
      `Cannot wait "${milliseconds}" milliseconds for an endpoint: the time must be from 1 to ${MAX_DELAY}`,
    );
}
