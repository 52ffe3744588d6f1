/** Assumed, because the specification shows no retries. */
export const MAX_ATTEMPTS = 5;

/** Assumed: how long is waited after the first attempt. */
const FIRST_WAIT_MILLISECONDS = 5000;

/** How long is waited after so many attempts that failed: twice as long each time. Nothing where it is given up. */
export function waitAfter(attempts: number): number | undefined {
  return attempts < MAX_ATTEMPTS ? FIRST_WAIT_MILLISECONDS * 2 ** (attempts - 1) : undefined;
}
