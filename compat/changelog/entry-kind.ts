import type { Change } from "../model/change.ts";
import type { EntryKind } from "./entry.ts";

/** Kinds of entries by rule. The first match applies. */
const kindsByRule: readonly (readonly [RegExp, EntryKind])[] = [
  [/-(deprecated|sunset-(changed|set))$|^sunset-set$/, "deprecated"],
  [/^error-/, "error code"],
  [/^(min|max|minimum|maximum|multiple-of)(-|$)/, "limit"],
];

/** Kind of the entry for a change. Without a special kind for the rule, it is the kind of the change. */
export function entryKindOf({ rule, kind }: Pick<Change, "rule" | "kind">): EntryKind {
  return kindsByRule.find(([names]) => names.test(rule))?.[1] ?? kind;
}
