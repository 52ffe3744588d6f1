import type { Json } from "../../model/json.ts";
import { MAX_ITEMS } from "../types/array.ts";
import type { Case } from "../cases.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { type CandidatesOf, type Maker, candidate } from "./candidate.ts";

/** Lists of no item, of one, of as many as there may be and of one more or less; and with one item twice. */
export const arrayCandidates: CandidatesOf = (wanted, maker) => {
  const { minItems, maxItems } = wanted;
  const most = maxItems < MAX_ITEMS;
  return [
    ...candidate("empty", "minItems", []),
    ...candidate("of one item", "type", ofCount(wanted, 1, maker)),
    ...(minItems > 0 ? candidate("fewest items", "minItems", ofCount(wanted, minItems, maker)) : []),
    ...(minItems > 1 ? candidate("one item too few", "minItems", ofCount(wanted, minItems - 1, maker)) : []),
    ...(most ? candidate("most items", "maxItems", ofCount(wanted, maxItems, maker)) : []),
    ...(most ? candidate("one item too many", "maxItems", ofCount(wanted, maxItems + 1, maker)) : []),
    ...candidate("with one item twice", wanted.uniqueItems ? "uniqueItems" : "type", withTwin(wanted, maker)),
  ];
};

function ofCount(wanted: Case, count: number, maker: Maker): Json | undefined {
  const exactly = { ...wanted, minItems: count, maxItems: count };
  const plain = maker.plain(exactly);
  if (Array.isArray(plain) && plain.length === count && !(wanted.uniqueItems && hasTwins(plain))) return plain;
  return maker.drawn(exactly);
}

function withTwin(wanted: Case, maker: Maker): Json | undefined {
  const items = ofCount(wanted, Math.max(1, wanted.minItems - 1), maker);
  return Array.isArray(items) && items.length > 0 ? [...items, items[0] as Json] : undefined;
}

function hasTwins(items: readonly Json[]): boolean {
  return new Set(items.map(canonicalJson)).size < items.length;
}
