import type { Json, JsonSchema } from "../model/json.ts";
import type fc from "fast-check";
import { join } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import type { Builder } from "./builder.ts";
import { type Case, withDependents } from "./case.ts";
import { freeNames } from "./types/object.ts";

/** Location in a generated value, for one choice of the union branches above it. */
export interface Site {
  readonly path: readonly string[];
  readonly schemas: readonly JsonSchema[];
  /** Random whole values that contain a part at this location. */
  readonly embedRandom: (part: fc.Arbitrary<Json>) => fc.Arbitrary<Json> | undefined;
  /** Plain whole value that contains a part at this location. */
  readonly embedPlain: (part: Json) => Json | undefined;
}

/** Options of the plain values of boundaries: a fixed seed, and no examples. */
export const edgeNaming = { name: "boundary", optional: false, examples: false } as const;

/** Maximum depth of a location. */
const MAX_DEPTH = 4;

/** Maximum number of branch choices for one location. */
const MAX_ALTERNATIVES = 6;

/** Locations in the values of a schema, from the root down. `passOver` receives the skipped ones with a reason. */
export function* walkValueSites(
  builder: Builder,
  schema: JsonSchema,
  passOver?: (pointer: string, reason: string) => void,
): Generator<Site, void> {
  const visits = new Map<string, number>();
  const pending: Site[] = [{ path: [], schemas: [schema], embedRandom: (part) => part, embedPlain: (part) => part }];
  for (let site = pending.shift(); site; site = pending.shift()) {
    const pointer = join("", ...site.path);
    const visited = visits.get(pointer) ?? 0;
    if (visited >= MAX_ALTERNATIVES) {
      passOver?.(pointer, `it stands below more than ${MAX_ALTERNATIVES} alternatives: not in all of them`);
      continue;
    }
    visits.set(pointer, visited + 1);
    yield site;
    if (site.path.length < MAX_DEPTH) pending.push(...sitesBelow(builder, site));
    else if (passOver && sitesBelow(builder, site).length > 0)
      passOver(pointer, `nothing below it: that is more than ${MAX_DEPTH} levels deep`);
  }
}

/** Locations of the members and items of a value. */
function sitesBelow(builder: Builder, { path, schemas, embedRandom, embedPlain }: Site): Site[] {
  const cases = builder.cases(schemas).filter((targetCase) => !targetCase.values);
  return cases.flatMap((targetCase) => {
    const withTags = cases.length > 1 ? requiringTags(builder, targetCase) : targetCase;
    return [...listChildSchemas(builder, targetCase)].map(([name, inner]) => ({
      path: [...path, name],
      schemas: inner,
      embedRandom: (part: fc.Arbitrary<Json>) => {
        const outerValue = builder.arbitraryOf(withTags, { minimal: true, put: { name, arbitrary: part } });
        return outerValue && embedRandom(outerValue);
      },
      embedPlain: createPlainEmbedding(builder, withTags, name, embedPlain),
    }));
  });
}

/** Embeds a part in a plain object or array with required members only, which is generated once. */
function createPlainEmbedding(
  builder: Builder,
  targetCase: Case,
  name: string,
  plainWhole: Site["embedPlain"],
): Site["embedPlain"] {
  let isMade = false;
  let outerValue: Json | undefined;
  return (part) => {
    if (!isMade) outerValue = builder.plainOf(requiringPart(targetCase, name), edgeNaming);
    isMade = true;
    if (Array.isArray(outerValue)) return plainWhole(outerValue.toSpliced(Number(name), 1, part));
    if (!isObject(outerValue)) return undefined;
    const result: Record<string, Json> = { ...outerValue };
    define(result, name, part);
    return plainWhole(result);
  };
}

/** Case whose values have a member or an item, if it is allowed. */
function requiringPart(targetCase: Case, name: string): Case {
  if (targetCase.type === "array") return { ...targetCase, minItems: Math.max(targetCase.minItems, Number(name) + 1) };
  if (targetCase.members.schemasAt(name) === undefined) return targetCase;
  return { ...targetCase, required: withDependents([...targetCase.required, name], targetCase.dependents) };
}

/** Members and items of a case, with their schemas. One name represents all with the same schemas. */
function listChildSchemas(builder: Builder, targetCase: Case): Map<string, readonly JsonSchema[]> {
  const { type, members, maxItems, prefix, itemAt, itemsClosedBy } = targetCase;
  const children = new Map<string, readonly JsonSchema[]>();
  if (type === "array")
    for (let index = 0; index <= prefix && index < maxItems; index++)
      if (index < prefix || itemsClosedBy.length === 0) children.set(String(index), itemAt(index));
  if (type === "object") {
    for (const name of [...members.names, ...builder.names(freeNames(targetCase))])
      children.set(name, members.schemasAt(name) ?? (members.isForbidden(name) ? [false] : []));
  }
  for (const [name, schemas] of children) if (schemas.length === 0) children.delete(name);
  return children;
}

/**
 * Requires the members with a single value, which identify the branch of a union. Without them, another branch may
 * accept the value.
 */
function requiringTags(builder: Builder, targetCase: Case): Case {
  if (targetCase.type !== "object") return targetCase;
  const tags = targetCase.members.names.filter((name) => {
    const cases = builder.cases(targetCase.members.schemasAt(name) ?? []);
    return cases.length === 1 && cases[0]?.values?.length === 1;
  });
  return { ...targetCase, required: [...new Set([...targetCase.required, ...tags])] };
}
