import type { Json } from "../../model/json.ts";
import { MAX_ITEMS } from "../types/array.ts";
import type { Case } from "../case.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { type CandidatesOf, type ValueSource, candidate } from "./candidate.ts";

/**
 * Arrays with no item, with one item, with the minimum and maximum number of items, with one item too few or too many,
 * and with a repeated item.
 */
export const arrayCandidates: CandidatesOf = (targetCase, maker) => {
  const { minItems, maxItems } = targetCase;
  const hasMaximum = maxItems < MAX_ITEMS;
  return [
    ...candidate("empty", "minItems", []),
    ...candidate("of one item", "type", arrayOfLength(targetCase, 1, maker)),
    ...(minItems > 0 ? candidate("fewest items", "minItems", arrayOfLength(targetCase, minItems, maker)) : []),
    ...(minItems > 1 ? candidate("one item too few", "minItems", arrayOfLength(targetCase, minItems - 1, maker)) : []),
    ...(hasMaximum ? candidate("most items", "maxItems", arrayOfLength(targetCase, maxItems, maker)) : []),
    ...(hasMaximum ? candidate("one item too many", "maxItems", arrayOfLength(targetCase, maxItems + 1, maker)) : []),
    ...candidate(
      "with one item twice",
      targetCase.uniqueItems ? "uniqueItems" : "type",
      withRepeatedItem(targetCase, maker),
    ),
  ];
};

function arrayOfLength(targetCase: Case, count: number, maker: ValueSource): Json | undefined {
  const caseOfLength = { ...targetCase, minItems: count, maxItems: count };
  const plain = maker.plain(caseOfLength);
  if (Array.isArray(plain) && plain.length === count && !(targetCase.uniqueItems && hasEqualItems(plain))) return plain;
  return maker.random(caseOfLength);
}

function withRepeatedItem(targetCase: Case, maker: ValueSource): Json | undefined {
  const items = arrayOfLength(targetCase, Math.max(1, targetCase.minItems - 1), maker);
  if (Array.isArray(items) && items.length > 0) return [...items, items[0] as Json];
  return undefined;
}

function hasEqualItems(items: readonly Json[]): boolean {
  return new Set(items.map(canonicalJson)).size < items.length;
}
