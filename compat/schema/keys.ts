import type { Contract } from "../../contracts/index.ts";
import { heirsOf } from "./subtypes.ts";
import type { View } from "./view.ts";
import type { Reading } from "./within.ts";

/** A side of a comparison: its contract, and how schemas of it are read. */
export interface Side extends Reading {
  readonly contract: Contract;
}

/** What each view says, whichever names its parts go by: they without the unions that were taken apart. */
export function keysOf(views: readonly View[], side: Side): Map<View, string> {
  return new Map(views.map((view) => [view, digestOfView(view, side)]));
}

function digestOfView({ parts, types }: View, { contract, digest }: Side): string {
  const said = parts.map(({ schema, unions, orNull: isNullable }) => {
    const mark = isNullable === undefined ? "" : "?";
    if (heirsOf(contract, schema).length > 0) return `${digest(schema)}${mark}`;
    const { oneOf, anyOf, allOf: _, $ref: __, ...rest } = schema;
    const kept = unions.map(({ keyword }) => [keyword, { oneOf, anyOf }[keyword] ?? []]);
    return `${digest({ ...rest, ...Object.fromEntries(kept) })}${mark}`;
  });
  return `${[...new Set(said)].toSorted().join("&")}:${types.join()}`;
}

/** What each says beside what it builds on. */
export function ownKeysOf(views: readonly View[], side: Side): Map<View, string> {
  const isOwn = ({ schema }: View["parts"][number]): boolean => heirsOf(side.contract, schema).length === 0;
  return new Map(
    views.map((view) => [view, digestOfView({ ...view, parts: view.parts.filter((part) => isOwn(part)) }, side)]),
  );
}
