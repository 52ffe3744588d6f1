import type { Json, JsonSchema } from "../model/json.ts";
import type fc from "fast-check";
import { join } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import type { Builder } from "./build.ts";
import { type Case, withDependents } from "./cases.ts";
import { freeNames } from "./types/object.ts";

/** A place in the value, under one alternative of everything above it. */
export interface Site {
  readonly path: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** Random whole values around what stands in this place. */
  readonly whole: (part: fc.Arbitrary<Json>) => fc.Arbitrary<Json> | undefined;
  /** The plain whole value around what stands in this place. */
  readonly plainWhole: (part: Json) => Json | undefined;
}

/** How the plain values of boundaries are named: always the same, and never after an example. */
export const edgeNaming = { name: "boundary", optional: false, examples: false } as const;

/** Deeper than this is not looked for. */
const MAX_DEPTH = 4;

/** In how many alternatives of what is above it a place is looked at. */
const MAX_ALTERNATIVES = 6;

/** The places of the values of a schema, from the top down; of those that are not looked at, it is told why. */
export function* sitesOf(
  builder: Builder,
  schema: JsonSchema,
  passOver?: (pointer: string, reason: string) => void,
): Generator<Site, void> {
  const visits = new Map<string, number>();
  const open: Site[] = [{ path: [], schemas: [schema], whole: (part) => part, plainWhole: (part) => part }];
  for (let site = open.shift(); site; site = open.shift()) {
    const pointer = join("", ...site.path);
    const visited = visits.get(pointer) ?? 0;
    if (visited >= MAX_ALTERNATIVES) {
      passOver?.(pointer, `it stands below more than ${MAX_ALTERNATIVES} alternatives: not in all of them`);
      continue;
    }
    visits.set(pointer, visited + 1);
    yield site;
    if (site.path.length < MAX_DEPTH) open.push(...sitesBelow(builder, site));
    else if (passOver && sitesBelow(builder, site).length > 0)
      passOver(pointer, `nothing below it: that is more than ${MAX_DEPTH} levels deep`);
  }
}

/** The members and items of a place. */
function sitesBelow(builder: Builder, { path, schemas, whole, plainWhole }: Site): Site[] {
  const cases = builder.cases(schemas).filter((wanted) => !wanted.values);
  return cases.flatMap((wanted) => {
    const telling = cases.length > 1 ? withTellingMembers(builder, wanted) : wanted;
    return [...childrenOf(builder, wanted)].map(([name, inner]) => ({
      path: [...path, name],
      schemas: inner,
      whole: (part: fc.Arbitrary<Json>) => {
        const around = builder.arbitraryOf(telling, { minimal: true, put: { name, arbitrary: part } });
        return around && whole(around);
      },
      plainWhole: plainAround(builder, telling, name, plainWhole),
    }));
  });
}

/** A plain object or list, made once, with a part in its place, and no more than must be there beside it. */
function plainAround(builder: Builder, wanted: Case, name: string, plainWhole: Site["plainWhole"]): Site["plainWhole"] {
  let isMade = false;
  let around: Json | undefined;
  return (part) => {
    if (!isMade) around = builder.plainOf(holding(wanted, name), edgeNaming);
    isMade = true;
    if (Array.isArray(around)) return plainWhole(around.toSpliced(Number(name), 1, part));
    if (!isObject(around)) return undefined;
    const result: Record<string, Json> = { ...around };
    define(result, name, part);
    return plainWhole(result);
  };
}

/** A case whose values have a member or an item, where there may be one. */
function holding(wanted: Case, name: string): Case {
  if (wanted.type === "array") return { ...wanted, minItems: Math.max(wanted.minItems, Number(name) + 1) };
  if (wanted.members.schemasAt(name) === undefined) return wanted;
  return { ...wanted, required: withDependents([...wanted.required, name], wanted.dependents) };
}

/** What stands below a value, with its schemas; one name stands for all that are alike. */
function childrenOf(builder: Builder, wanted: Case): Map<string, readonly JsonSchema[]> {
  const { type, members, maxItems, prefix, itemAt, itemsClosedBy } = wanted;
  const children = new Map<string, readonly JsonSchema[]>();
  if (type === "array")
    for (let index = 0; index <= prefix && index < maxItems; index++)
      if (index < prefix || itemsClosedBy.length === 0) children.set(String(index), itemAt(index));
  if (type === "object") {
    for (const name of [...members.names, ...builder.names(freeNames(wanted))])
      children.set(name, members.schemasAt(name) ?? (members.isRefused(name) ? [false] : []));
  }
  for (const [name, schemas] of children) if (schemas.length === 0) children.delete(name);
  return children;
}

/** A member that has one value tells the alternatives of a union apart: without it, another one may accept the value. */
function withTellingMembers(builder: Builder, wanted: Case): Case {
  if (wanted.type !== "object") return wanted;
  const telling = wanted.members.names.filter((name) => {
    const cases = builder.cases(wanted.members.schemasAt(name) ?? []);
    return cases.length === 1 && cases[0]?.values?.length === 1;
  });
  return { ...wanted, required: [...new Set([...wanted.required, ...telling])] };
}
