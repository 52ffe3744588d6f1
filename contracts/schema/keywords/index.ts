import type { Json, JsonObject } from "../../model/json.ts";
import { allOf } from "./all-of.ts";
import { constant } from "./const.ts";
import { contains, maxContains, minContains } from "./contains.ts";
import { contentEncoding, contentMediaType, contentSchema } from "./content.ts";
import { dependentRequired } from "./dependent-required.ts";
import { dependentSchemas } from "./dependent-schemas.ts";
import { enumeration } from "./enum.ts";
import { format } from "./format.ts";
import { condition, otherwise, then } from "./if.ts";
import { maxItems, minItems } from "./item-count.ts";
import { items, prefixItems, unevaluatedItems } from "./items.ts";
import type { ConstrainedType, Keyword } from "./keyword.ts";
import { maxLength, minLength } from "./length.ts";
import { multipleOf } from "./multiple-of.ts";
import { not } from "./not.ts";
import { exclusiveMaximum, exclusiveMinimum, maximum, minimum } from "./number-limits.ts";
import { pattern } from "./pattern.ts";
import { additionalProperties, patternProperties, properties, unevaluatedProperties } from "./properties.ts";
import { maxProperties, minProperties } from "./property-count.ts";
import { propertyNames } from "./property-names.ts";
import { definitions, reference } from "./reference.ts";
import { required } from "./required.ts";
import { type } from "./type.ts";
import { anyOf, oneOf } from "./unions.ts";
import { uniqueItems } from "./unique-items.ts";
import { isSchema } from "./well-formed.ts";

/** Keywords of JSON Schema 2020-12 by name. `$schema`, `$id`, `$anchor` and annotations have no effect on values. */
export const keywords: ReadonlyMap<string, Keyword> = new Map(
  [
    reference,
    ...definitions,
    type,
    constant,
    enumeration,
    required,
    dependentRequired,
    dependentSchemas,
    properties,
    patternProperties,
    additionalProperties,
    unevaluatedProperties,
    propertyNames,
    minProperties,
    maxProperties,
    items,
    prefixItems,
    unevaluatedItems,
    contains,
    minContains,
    maxContains,
    minItems,
    maxItems,
    uniqueItems,
    minLength,
    maxLength,
    pattern,
    format,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    allOf,
    anyOf,
    oneOf,
    not,
    condition,
    then,
    otherwise,
    contentMediaType,
    contentEncoding,
    contentSchema,
  ].map((one) => [one.name, one]),
);

/** Names of the keywords that a validator checks. */
export const constraints: readonly string[] = keywords
  .values()
  .filter(({ isAnnotation }) => !isAnnotation)
  .map(({ name }) => name)
  .toArray();

const constraintNames = new Set(constraints);

/** Checks that a validator checks a keyword. */
export function isConstraint(name: string): boolean {
  return constraintNames.has(name);
}

/** Names of the keywords that constrain only one type. */
export const typeKeywords: Readonly<Record<ConstrainedType, readonly string[]>> = {
  number: namesOfType("number"),
  string: namesOfType("string"),
  array: namesOfType("array"),
  object: namesOfType("object"),
};

function namesOfType(wanted: ConstrainedType): readonly string[] {
  return keywords
    .values()
    .filter((one) => one.type === wanted)
    .map(({ name }) => name)
    .toArray();
}

/**
 * Merges several values of a keyword into one that accepts the same instances as all of them together. Returns
 * undefined without values, or if no single value has this effect.
 */
export function mergedValue<Value extends Json>(name: string, [first, ...others]: readonly Value[]): Value | undefined {
  const keyword = keywords.get(name);
  return others.reduce<Value | undefined>(
    (one, other) => (one === undefined ? undefined : (keyword?.merge?.(one, other) as Value | undefined)),
    first,
  );
}

/** Checks a keyword's value. Keywords without an entry may have any value. */
export function isWellFormed(name: string, value: Json): boolean {
  return !isConstraint(name) || keywords.get(name)?.isWellFormed(value) !== false;
}

/** Check of the members of a keyword whose value is a map of schemas. Undefined for other keywords. */
export function getMemberCheck(name: string): ((member: string, value: Json) => boolean) | undefined {
  const one = keywords.get(name);
  if (one?.subschemas?.form !== "map") return undefined;
  return (member, value) => one.isWellFormedMember?.(member, value) ?? isSchema(value);
}

const memberChecks = new Map(constraints.flatMap((name) => [[name, getMemberCheck(name)] as const]));

/** Checks that all keywords of a schema are well-formed, as in nearly all schemas. */
export function isSound(schema: JsonObject): boolean {
  for (const key in schema) {
    if (!constraintNames.has(key)) continue;
    const value = schema[key] as Json;
    if (!isWellFormed(key, value)) return false;
    const fits = memberChecks.get(key);
    if (!fits) continue;
    for (const name in value as JsonObject) if (!fits(name, (value as JsonObject)[name] as Json)) return false;
  }
  return true;
}
