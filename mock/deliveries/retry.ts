/** Assumed: the specification states no number of attempts. */
export const MAX_ATTEMPTS = 5;

/** Assumed: delay after the first attempt. */
const FIRST_DELAY_MILLISECONDS = 5000;

/** Delay after so many failed attempts, doubled each time. Undefined after the last one. */
export function delayAfter(attempts: number): number | undefined {
  if (attempts < MAX_ATTEMPTS) return FIRST_DELAY_MILLISECONDS * 2 ** (attempts - 1);
  return undefined;
}
