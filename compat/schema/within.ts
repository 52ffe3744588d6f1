import { keywords } from "../../contracts/index.ts";
import type { Digest } from "./equality/digest.ts";
import type { NormalTexts } from "./normal.ts";
import type { Place } from "./place.ts";
import type { Read } from "./reader.ts";
import { includedTypes } from "./types.ts";
import type { View } from "./view.ts";

/** Readers of one side. */
export interface Reading {
  readonly read: Read;
  readonly normal: NormalTexts;
  readonly digest: Digest;
}

/** Maximum depth. Deeper schemas are compared by their text only. */
const DEEPEST = 6;

/**
 * Checks keyword by keyword that every value of one view is valid for another. A view that names other properties is an
 * alternative of its own, even if the other view accepts any property.
 */
function isViewWithin([one, own]: readonly [View, Reading], [other, its]: readonly [View, Reading]): boolean {
  return isSchemaWithin(one, other, 0);

  function isSchemaWithin(inner: View, outer: View, depth: number): boolean {
    if (depth > DEEPEST || inner.unresolved.length + outer.unresolved.length > 0) return false;
    const texts = own.normal.constraintTexts(inner);
    return (
      includedTypes(inner.types, outer.types).length === inner.types.length &&
      valuesFit(inner, outer) &&
      inner.readOnly === outer.readOnly &&
      inner.writeOnly === outer.writeOnly &&
      inner.isSealed === outer.isSealed &&
      [...outer.required.keys()].every((name) => inner.required.has(name)) &&
      membersFit(inner.properties, outer.properties, depth) &&
      (outer.inner.size === 0 || membersFit(inner.inner, outer.inner, depth)) &&
      its.normal.constraintTexts(outer).every((text) => texts.includes(text) || isBoundImplied(text, texts))
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
    return ![view, around].some(hasUnion) && isSchemaWithin(view, around, depth + 1);
  }
}

/** Checks that a stricter limit implies a limit such as "maxLength 5". */
function isBoundImplied(text: string, texts: readonly string[]): boolean {
  const [name = "", number] = text.split(" ");
  const keyword = keywords.get(name);
  if (!keyword?.limit) return false;
  return texts.some((other) => {
    const [same, own] = other.split(" ");
    return same === name && keyword.isNarrower?.(Number(own), Number(number));
  });
}

/** Maximum number of compared alternatives. */
const MAX_HELD = 200;

/** Checks that another alternative already accepts all values of a view. */
export function isCovered(view: readonly [View, Reading], others: readonly View[], reading: Reading): boolean {
  return others.length <= MAX_HELD && others.some((other) => isViewWithin(view, [other, reading]));
}

/** Text that is equal for places whose schemas apply equally. */
export function digestOfPlaces(places: readonly Place[], digest: Digest): string {
  return [...new Set(places.map(({ schema }) => digest(schema)))].toSorted((one, other) => one - other).join("&");
}

function valuesFit({ values }: View, { values: others }: View): boolean {
  if (!others) return true;
  return values !== undefined && [...values.keys()].every((text) => others.has(text));
}

/** Checks that a view has unions that are not expanded. */
export function hasUnion({ parts }: Pick<View, "parts">): boolean {
  return parts.some(({ unions }) => unions.length > 0);
}
