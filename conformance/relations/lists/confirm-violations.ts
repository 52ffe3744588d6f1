import type { Violation } from "../story/violation.ts";
import type { ListScope } from "./walk.ts";

/** Pauses in milliseconds. A list may lag behind a write for their sum. */
export const waits = [100, 300, 900];

/**
 * Violations that stay when the check is repeated. A list may lag behind writes, and other clients may change it. A check
 * without a result is repeated, too. A mock is checked once, because its lists are always current.
 */
export async function confirmViolations(
  { pause, target }: Pick<ListScope, "pause" | "target">,
  check: () => Promise<readonly Violation[] | undefined>,
): Promise<readonly Violation[]> {
  const { lastingViolations } = target;
  let first = await check();
  for (const wait of target.isMock ? [] : waits) {
    if (first) break;
    await pause(wait);
    first = await check();
  }
  let broken = first ?? [];
  for (const wait of target.isMock ? [] : waits) {
    if (broken.every((each) => lastingViolations.has(identifyViolation(each)))) return broken;
    await pause(wait);
    const repeated = (await check()) ?? [];
    broken = repeated.filter(({ key }) => broken.some((before) => before.key === key));
  }
  for (const each of broken) lastingViolations.add(identifyViolation(each));
  return broken;
}

function identifyViolation({ key, message, exchange: { request } }: Violation): string {
  return `${request.method} ${request.path.split("?", 1)[0]} ${key} ${message}`;
}
