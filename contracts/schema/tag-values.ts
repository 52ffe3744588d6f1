import type { Json, JsonObject } from "../model/json.ts";
import { define, isObject } from "../model/shapes.ts";

/** Follows a `$ref` from where it stands; undefined if it leads nowhere. */
type Follow<From> = (reference: string, from: From) => { readonly value: Json; readonly from: From } | undefined;

/** The only values that a schema leaves to its property of a name, none if it refuses it; undefined if it leaves it open. */
export type TagValues<From> = (schema: Json, name: string, from: From) => readonly Json[] | undefined;

/** Deeper than branches are nested. */
const MAX_DEPTH = 20;

/**
 * Reads which values of a discriminator's property select a branch: those that the branch's own `const` and `enum` accept,
 * through `$ref`, `allOf` and nested unions. Each schema is read once for each name.
 */
export function createTagValues<From>(follow: Follow<From>): TagValues<From> {
  const known = new Map<string, WeakMap<JsonObject, readonly Json[] | undefined>>();
  const open = new Set<Json>();
  return (schema, name, from) => ofMember(schema, name, from, 0);

  function ofMember(schema: Json, name: string, from: From, depth: number): readonly Json[] | undefined {
    if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
    let values = known.get(name);
    if (!values) known.set(name, (values = new WeakMap()));
    if (values.has(schema)) return values.get(schema);
    // A schema that leads back to itself says nothing new.
    values.set(schema, undefined);
    open.add(schema);
    const { properties, patternProperties, additionalProperties } = schema;
    const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isRefused = member === undefined && patternProperties === undefined && additionalProperties === false;
    const own = isRefused ? [] : ofValue(member ?? true, from, depth + 1);
    const nameOf = namedIn(schema, name, (reference) => open.has(follow(reference, from)?.value ?? null));
    const inside = throughParts(schema, from, (part, at) => ofMember(part, name, at, depth + 1), nameOf);
    const result = common([own, ...inside]);
    open.delete(schema);
    values.set(schema, result);
    return result;
  }

  function ofValue(schema: Json, from: From, depth: number): readonly Json[] | undefined {
    if (!isObject(schema) || depth > MAX_DEPTH) return undefined;
    const { const: constant, enum: listed } = schema;
    const own = constant === undefined ? listed : [constant];
    const inside = throughParts(schema, from, (part, at) => ofValue(part, at, depth + 1));
    return common([Array.isArray(own) ? (own as readonly Json[]) : undefined, ...inside]);
  }

  /** What the parts say that judge the same value; a union says something only if all its branches do. */
  function throughParts(
    { $ref, allOf, oneOf, anyOf }: JsonObject,
    from: From,
    read: (part: Json, from: From) => readonly Json[] | undefined,
    nameOf?: (branch: Json) => readonly Json[] | undefined,
  ): (readonly Json[] | undefined)[] {
    const target = typeof $ref === "string" ? follow($ref, from) : undefined;
    const unions = [oneOf, anyOf].filter((union): union is readonly Json[] => Array.isArray(union));
    return [
      target && read(target.value, target.from),
      ...(Array.isArray(allOf) ? allOf.map((part: Json) => read(part, from)) : []),
      ...unions.map((union) => {
        const branches = union.map((branch) => (isNull(branch) ? [null] : (read(branch, from) ?? nameOf?.(branch))));
        return branches.every((values) => values !== undefined) ? [...new Set(branches.flat())] : undefined;
      }),
    ];
  }
}

/** In a nested union with the same discriminator, a branch that lists no values has those of the mapping, or its name. */
function namedIn(
  { discriminator }: JsonObject,
  name: string,
  isOpen: (reference: string) => boolean,
): ((branch: Json) => readonly Json[] | undefined) | undefined {
  if (!isObject(discriminator) || discriminator["propertyName"] !== name) return undefined;
  const mapping = isObject(discriminator["mapping"]) ? Object.entries(discriminator["mapping"]) : [];
  return (branch) => {
    const reference = isObject(branch) ? branch["$ref"] : undefined;
    if (typeof reference !== "string" || isOpen(reference)) return undefined;
    const called = reference.slice(reference.lastIndexOf("/") + 1);
    const mapped = mapping.flatMap(([value, target]) => (target === reference || target === called ? [value] : []));
    return mapped.length > 0 ? mapped : [called];
  };
}

function isNull(branch: Json): boolean {
  return isObject(branch) && branch["type"] === "null";
}

function common(lists: readonly (readonly Json[] | undefined)[]): readonly Json[] | undefined {
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first?.filter((value) => others.every((other) => other.includes(value)));
}

/** A branch of a union that is a reference. */
export interface TaggedBranch {
  /** The name of the schema that it refers to. */
  readonly name: string;
  readonly target: string;
  /** The values that select it by its own `const` or `enum`. */
  readonly values: readonly Json[] | undefined;
}

/**
 * The mapping of a discriminator, completed by what selects the branches that it does not name: their own `const` or `enum`,
 * else their name. A value that several of them list equally is left out, because nothing says which one it selects.
 */
export function completeMapping(
  mapping: Readonly<Record<string, Json>>,
  branches: readonly TaggedBranch[],
): Readonly<Record<string, Json>> {
  const mapped = new Set(Object.values(mapping));
  const result: Record<string, Json> = { ...mapping };
  const listing = Map.groupBy(
    branches.flatMap((branch) => (branch.values ?? []).map((value) => ({ branch, value }))),
    ({ value }) => String(value),
  );
  for (const [text, claims] of listing) {
    if (Object.hasOwn(mapping, text) || claims.some(({ value }) => value === null)) continue;
    const claiming = claims.map(({ branch }) => branch);
    const named = claiming.filter(({ name }) => name === text);
    const unmapped = claiming.filter(({ target }) => !mapped.has(target));
    const [only, another] = [named, unmapped, claiming].find(({ length }) => length > 0) ?? [];
    if (only && !another) define(result, text, only.target);
  }
  for (const { name, target, values } of branches) {
    const isFree = values === undefined && !mapped.has(target);
    if (isFree && !listing.has(name) && !Object.hasOwn(mapping, name)) define(result, name, target);
  }
  return result;
}
