import type { Change } from "../change.ts";
import type { EntryKind } from "./entry.ts";

/** What an entry tells of, by the names that a rule goes by; the first that fits. What fits none is told by its own kind. */
const kinds: readonly (readonly [RegExp, EntryKind])[] = [
  [/(^|-)(deprecated|deprecation|sunset)(-|$)/, "deprecated"],
  [/(^|-)(error|non-success-status|problem)(-|$)/, "error code"],
  [/(^|-)(min|max|minimum|maximum|limit|bound|bounds|multiple)(-|$)/, "limit"],
];

/** What the entry of a change tells of. */
export function kindOf({ rule, oasdiff = "", kind }: Pick<Change, "rule" | "oasdiff" | "kind">): EntryKind {
  return kinds.find(([names]) => names.test(rule.toLowerCase()) || names.test(oasdiff))?.[1] ?? kind;
}
