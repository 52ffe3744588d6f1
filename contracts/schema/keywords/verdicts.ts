import type { QuickVerdict } from "./keyword.ts";

/** False if one verdict is false, true if all are true. */
export function everyVerdict<Item>(items: Iterable<Item>, judge: (item: Item) => QuickVerdict): QuickVerdict {
  let isOpen = false;
  for (const item of items) {
    const fits = judge(item);
    if (fits === false) return false;
    isOpen ||= fits === undefined;
  }
  return isOpen ? undefined : true;
}

/** True if one verdict is true, false if all are false. */
export function someVerdict(verdicts: readonly QuickVerdict[]): QuickVerdict {
  return verdicts.includes(true) || (verdicts.includes(undefined) ? undefined : false);
}
