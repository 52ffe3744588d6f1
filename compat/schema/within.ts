import { keywords } from "../../contracts/index.ts";
import type { Digest } from "./equality/digest.ts";
import type { Normal } from "./normal.ts";
import type { Place } from "./place.ts";
import type { Read } from "./reader.ts";
import { within } from "./types.ts";
import type { View } from "./view.ts";

/** How the views of one side are read. */
export interface Reading {
  readonly read: Read;
  readonly normal: Normal;
  readonly digest: Digest;
}

/** Deeper, only what reads the same is the same. */
const DEEPEST = 6;

/**
 * Whether every value of one view fits another, as far as what both say shows it, keyword by keyword. It names nothing
 * that the other does not: a shape of its own is one, also where an open one takes all.
 */
function isWithin([one, own]: readonly [View, Reading], [other, its]: readonly [View, Reading]): boolean {
  return fits(one, other, 0);

  function fits(inner: View, outer: View, depth: number): boolean {
    if (depth > DEEPEST || inner.unresolved.length + outer.unresolved.length > 0) return false;
    const said = own.normal.sayings(inner);
    return (
      within(inner.types, outer.types).length === inner.types.length &&
      valuesFit(inner, outer) &&
      inner.readOnly === outer.readOnly &&
      inner.writeOnly === outer.writeOnly &&
      inner.isSealed === outer.isSealed &&
      [...outer.required.keys()].every((name) => inner.required.has(name)) &&
      membersFit(inner.properties, outer.properties, depth) &&
      (outer.inner.size === 0 || membersFit(inner.inner, outer.inner, depth)) &&
      its.normal.sayings(outer).every((text) => said.includes(text) || isBoundIn(text, said))
    );
  }

  function membersFit(
    inner: ReadonlyMap<string, readonly Place[]>,
    outer: ReadonlyMap<string, readonly Place[]>,
    depth: number,
  ): boolean {
    if (inner.size !== outer.size) return false;
    return [...inner].every(([name, places]) => {
      const others = outer.get(name);
      return others !== undefined && placesFit(places, others, depth);
    });
  }

  function placesFit(inner: readonly Place[], outer: readonly Place[], depth: number): boolean {
    if (digestOfPlaces(inner, own.digest) === digestOfPlaces(outer, its.digest)) return true;
    const [view, around] = [own.read(inner), its.read(outer)];
    return ![view, around].some(hasUnion) && fits(view, around, depth + 1);
  }
}

/** Whether a bound, "maxLength 5", follows from a tighter one. */
function isBoundIn(text: string, said: readonly string[]): boolean {
  const [name = "", number] = text.split(" ");
  const keyword = keywords.get(name);
  if (!keyword?.limit) return false;
  return said.some((other) => {
    const [same, own] = other.split(" ");
    return same === name && keyword.isNarrower?.(Number(own), Number(number));
  });
}

/** More shapes than these are not held against each other. */
const MOST_HELD = 200;

/** Whether a shape is a part of one that the other side has, and no news. */
export function isCovered(view: readonly [View, Reading], others: readonly View[], reading: Reading): boolean {
  return others.length <= MOST_HELD && others.some((other) => isWithin(view, [other, reading]));
}

/** Places with the same one say the same together. */
export function digestOfPlaces(places: readonly Place[], digest: Digest): string {
  return [...new Set(places.map(({ schema }) => digest(schema)))].toSorted((one, other) => one - other).join("&");
}

function valuesFit({ values }: View, { values: others }: View): boolean {
  if (!others) return true;
  return values !== undefined && [...values.keys()].every((text) => others.has(text));
}

/** Whether a view is still to be told apart. */
export function hasUnion({ parts }: Pick<View, "parts">): boolean {
  return parts.some(({ unions }) => unions.length > 0);
}
