import type { Broken, Story } from "../relation.ts";

/** So long, in milliseconds, what was just made may not be listed yet. */
const waits = [100, 300, 900];

/**
 * What is broken still when it is looked at again: a list may lag behind what is made, and others may change it
 * meanwhile. A mock is always up to date.
 */
export async function confirmed(
  { pause, target }: Story,
  look: () => Promise<readonly Broken[]>,
): Promise<readonly Broken[]> {
  let broken = await look();
  for (const wait of target.isMock ? [] : waits) {
    if (broken.length === 0) return [];
    await pause(wait);
    const again = await look();
    broken = again.filter(({ key }) => broken.some((before) => before.key === key));
  }
  return broken;
}
