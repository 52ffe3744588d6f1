import type { Change } from "../model/change.ts";
import type { EntryKind } from "./entry.ts";

/** What an entry tells of, by the name of the rule; the first that fits. What fits none is told by its own kind. */
const kinds: readonly (readonly [RegExp, EntryKind])[] = [
  [/-(deprecated|sunset-(changed|set))$|^sunset-set$/, "deprecated"],
  [/^error-/, "error code"],
  [/^(min|max|minimum|maximum|multiple-of)(-|$)/, "limit"],
];

/** What the entry of a change tells of. */
export function kindOf({ rule, kind }: Pick<Change, "rule" | "kind">): EntryKind {
  return kinds.find(([names]) => names.test(rule))?.[1] ?? kind;
}
