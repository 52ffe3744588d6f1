import type { Contract } from "../../contracts/index.ts";
import { listSubtypes } from "./subtypes.ts";
import type { View } from "./view.ts";
import type { Reading } from "./within.ts";

/** Side of a comparison: its contract, and readers of its schemas. */
export interface Side extends Reading {
  readonly contract: Contract;
}

/**
 * Key of each view: the digest of its constraints, without names of components and without the unions that were
 * expanded.
 */
export function computeViewKeys(views: readonly View[], side: Side): Map<View, string> {
  return new Map(views.map((view) => [view, digestOfView(view, side)]));
}

function digestOfView({ parts, types }: View, { contract, digest }: Side): string {
  const digests = parts.map(({ schema, unions, orNull: isNullable }) => {
    const mark = isNullable === undefined ? "" : "?";
    if (listSubtypes(contract, schema).length > 0) return `${digest(schema)}${mark}`;
    const { oneOf, anyOf, allOf: _, $ref: __, ...rest } = schema;
    const kept = unions.map(({ keyword }) => [keyword, { oneOf, anyOf }[keyword] ?? []]);
    return `${digest({ ...rest, ...Object.fromEntries(kept) })}${mark}`;
  });
  return `${[...new Set(digests)].toSorted().join("&")}:${types.join()}`;
}

/** Key of each view without the component that it extends. */
export function computeOwnKeys(views: readonly View[], side: Side): Map<View, string> {
  const isOwnPart = ({ schema }: View["parts"][number]): boolean => listSubtypes(side.contract, schema).length === 0;
  return new Map(
    views.map((view) => [view, digestOfView({ ...view, parts: view.parts.filter((part) => isOwnPart(part)) }, side)]),
  );
}
