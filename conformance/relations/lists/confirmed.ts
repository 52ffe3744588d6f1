import type { Broken } from "../story/broken.ts";
import type { Looking } from "./walk.ts";

/** So long, in milliseconds, what was just made may not be listed yet. */
export const waits = [100, 300, 900];

/** What of a target stayed broken, however long one waited: seen again, it need not be waited for again. */
const lasting = new WeakMap<Looking["target"], Set<string>>();

/**
 * What is broken still when it is looked at again: a list may lag behind what is made, and others may change it
 * meanwhile. Where nothing can be said for that, it is looked at again, too. A mock is always up to date.
 */
export async function confirmed(
  { pause, target }: Pick<Looking, "pause" | "target">,
  look: () => Promise<readonly Broken[] | undefined>,
): Promise<readonly Broken[]> {
  const known = lasting.get(target) ?? new Set();
  lasting.set(target, known);
  let first = await look();
  for (const wait of target.isMock ? [] : waits) {
    if (first) break;
    await pause(wait);
    first = await look();
  }
  let broken = first ?? [];
  for (const wait of target.isMock ? [] : waits) {
    if (broken.every((each) => known.has(nameOf(each)))) return broken;
    await pause(wait);
    const again = (await look()) ?? [];
    broken = again.filter(({ key }) => broken.some((before) => before.key === key));
  }
  for (const each of broken) known.add(nameOf(each));
  return broken;
}

function nameOf({ key, message, exchange: { request } }: Broken): string {
  return `${request.method} ${request.path.split("?", 1)[0]} ${key} ${message}`;
}
