import { findRuleTraits } from "../changes/rule-traits.ts";
import type { Change } from "../model/change.ts";
import type { EntryKind } from "./entry.ts";

/** Kind of the entry for a change: that of its rule, else the kind of the change. */
export function chooseEntryKind(change: Pick<Change, "rule" | "kind">): EntryKind {
  const { deprecation, entryKind } = findRuleTraits(change);
  if (deprecation === "begins" || deprecation === "changes") return "deprecated";
  return entryKind ?? change.kind;
}
