import type { Part } from "./part.ts";
import type { Contract } from "../../contracts/index.ts";
import { markedBasis, findSchemaOrigin, gatherParts } from "./parts.ts";
import type { Place } from "./place.ts";
import { type View, createPartsView } from "./view.ts";

/** View of the schemas at several places. */
export type Read = (places: readonly Place[]) => View;

/** Creates a cached reader of a contract's schemas. Places that refer to the same component share a view. */
export function createSchemaReader(contract: Contract): Read {
  const views = new Map<string, View>();
  const shared = new Map<string, View>();
  return (places) => {
    const key = places.map(({ pointer, basis }) => `${pointer} ${basis}`).join(" ");
    let view = views.get(key);
    if (!view) views.set(key, (view = readView(places)));
    return view;
  };

  function readView(places: readonly Place[]): View {
    const [first] = places;
    const origin = first ? findSchemaOrigin(contract, first) : "";
    const schemas = places.map(({ schema }) => schema);
    const parts = gatherParts(contract, places);
    const common =
      parts.length === 0
        ? createPartsView(parts, { origin, basis: first?.basis ?? "stated", schemas })
        : viewOfParts(parts);
    const basis = (first && markedBasis(contract, first)) ?? common.basis;
    return { ...common, origin, basis, schemas, isNothing: common.isNothing || schemas.includes(false) };
  }

  function viewOfParts(parts: readonly Part[]): View {
    const key = parts.map((part) => part.key).join(" ");
    const known = shared.get(key);
    if (known && parts.every((part, index) => isEqualPart(part, known.parts[index]))) return known;
    const [first] = parts;
    const view = createPartsView(parts, { origin: first?.pointer ?? "", basis: first?.basis ?? "stated", schemas: [] });
    shared.set(key, view);
    return view;
  }
}

/** Compares parts beyond their pointers, because a branch is read without the property of its discriminator. */
function isEqualPart({ schema, orNull }: Part, known: Part | undefined): boolean {
  return schema === known?.schema && orNull === known.orNull;
}
