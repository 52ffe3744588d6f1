import type { Json, JsonObject } from "../model/json.ts";
import { define, isObject } from "../model/shapes.ts";

/** Resolves a `$ref` relative to its location. Returns undefined if it cannot be resolved. */
type Follow<From> = (reference: string, from: From) => { readonly value: Json; readonly from: From } | undefined;

/** Values that a schema allows for a property: none if it rejects the property, undefined if it does not limit them. */
export type TagValues<From> = (schema: Json, name: string, from: From) => readonly Json[] | undefined;

/** Maximum depth of nested branches. */
const MAX_BRANCH_DEPTH = 20;

/**
 * Finds the values of a discriminator's property that select a branch: those that the branch's own `const` and `enum`
 * allow, through `$ref`, `allOf` and nested unions. Each schema is read once for each property name.
 */
export function createTagValues<From>(follow: Follow<From>): TagValues<From> {
  const cache = new Map<string, WeakMap<JsonObject, readonly Json[] | undefined>>();
  const visiting = new Set<Json>();
  return (schema, name, from) => tagValuesOfMember(schema, name, from, 0);

  function tagValuesOfMember(schema: Json, name: string, from: From, depth: number): readonly Json[] | undefined {
    if (!isObject(schema) || depth > MAX_BRANCH_DEPTH) return undefined;
    let values = cache.get(name);
    if (!values) cache.set(name, (values = new WeakMap()));
    if (values.has(schema)) return values.get(schema);
    // A recursive schema adds no limit.
    values.set(schema, undefined);
    visiting.add(schema);
    const { properties, patternProperties, additionalProperties } = schema;
    const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isForbidden = member === undefined && patternProperties === undefined && additionalProperties === false;
    const ownValues = isForbidden ? [] : tagValuesOfSchema(member ?? true, from, depth + 1);
    const defaultValues = mappedValues(schema, name, (reference) =>
      visiting.has(follow(reference, from)?.value ?? null),
    );
    const inside = valuesOfParts(
      schema,
      from,
      (part, at) => tagValuesOfMember(part, name, at, depth + 1),
      defaultValues,
    );
    const result = intersectValues([ownValues, ...inside]);
    visiting.delete(schema);
    values.set(schema, result);
    return result;
  }

  function tagValuesOfSchema(schema: Json, from: From, depth: number): readonly Json[] | undefined {
    if (!isObject(schema) || depth > MAX_BRANCH_DEPTH) return undefined;
    const { const: constant, enum: listed } = schema;
    const ownValues = constant === undefined ? listed : [constant];
    const inside = valuesOfParts(schema, from, (part, at) => tagValuesOfSchema(part, at, depth + 1));
    return intersectValues([Array.isArray(ownValues) ? (ownValues as readonly Json[]) : undefined, ...inside]);
  }

  /** Values that the parts for the same value allow. A union limits them only if all its branches do. */
  function valuesOfParts(
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
        if (branches.every((values) => values !== undefined)) return [...new Set(branches.flat())];
        return undefined;
      }),
    ];
  }
}

/**
 * For a nested union with the same discriminator: values of a branch that lists none itself. The mapping defines them,
 * otherwise the schema name is the value.
 */
function mappedValues(
  { discriminator }: JsonObject,
  name: string,
  isOpen: (reference: string) => boolean,
): ((branch: Json) => readonly Json[] | undefined) | undefined {
  if (!isObject(discriminator) || discriminator["propertyName"] !== name) return undefined;
  const mapping = isObject(discriminator["mapping"]) ? Object.entries(discriminator["mapping"]) : [];
  return (branch) => {
    const reference = isObject(branch) ? branch["$ref"] : undefined;
    if (typeof reference !== "string" || isOpen(reference)) return undefined;
    const schemaName = reference.slice(reference.lastIndexOf("/") + 1);
    const mapped = mapping.flatMap(([value, target]) => (target === reference || target === schemaName ? [value] : []));
    return mapped.length > 0 ? mapped : [schemaName];
  };
}

function isNull(branch: Json): boolean {
  return isObject(branch) && branch["type"] === "null";
}

function intersectValues(lists: readonly (readonly Json[] | undefined)[]): readonly Json[] | undefined {
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first?.filter((value) => others.every((other) => other.includes(value)));
}

/** Branch of a union that refers to a named schema. */
export interface TaggedBranch {
  /** Name of the referenced schema. */
  readonly name: string;
  readonly target: string;
  /** Discriminator values that the `const` or `enum` of the branch itself allows. */
  readonly values: readonly Json[] | undefined;
}

/**
 * Completes the mapping of a discriminator with the branches that it does not name. A branch is selected by its own
 * `const` or `enum`, else by its schema name. A value that several branches list is ambiguous and is not mapped.
 */
export function completeMapping(
  mapping: Readonly<Record<string, Json>>,
  branches: readonly TaggedBranch[],
): Readonly<Record<string, Json>> {
  const mapped = new Set(Object.values(mapping));
  const result: Record<string, Json> = { ...mapping };
  const branchesWithValue = Map.groupBy(
    branches.flatMap((branch) => (branch.values ?? []).map((value) => ({ branch, value }))),
    ({ value }) => String(value),
  );
  for (const [text, claims] of branchesWithValue) {
    if (Object.hasOwn(mapping, text) || claims.some(({ value }) => value === null)) continue;
    const claimingBranches = claims.map(({ branch }) => branch);
    const namedBranches = claimingBranches.filter(({ name }) => name === text);
    const unmapped = claimingBranches.filter(({ target }) => !mapped.has(target));
    const [only, another] = [namedBranches, unmapped, claimingBranches].find(({ length }) => length > 0) ?? [];
    if (only && !another) define(result, text, only.target);
  }
  for (const { name, target, values } of branches) {
    const isFree = values === undefined && !mapped.has(target);
    if (isFree && !branchesWithValue.has(name) && !Object.hasOwn(mapping, name)) define(result, name, target);
  }
  return result;
}
