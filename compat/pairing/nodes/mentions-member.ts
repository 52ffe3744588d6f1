import {
  type Contract,
  type Json,
  type JsonObject,
  isObject,
  keywords,
  schemas,
  resolveTarget,
} from "../../../contracts/index.ts";
import { hasNoEffect } from "../../schema/equality/has-no-effect.ts";
import { describesUnnamed } from "../../schema/members.ts";
import type { Part } from "../../schema/part.ts";
import { isStructure } from "../../schema/parts.ts";

/**
 * Checks that a schema says anything about a member besides the properties of its parts: in a dependency, or in a
 * subschema of the same object, such as a condition.
 */
export function mentionsMember(contract: Contract, parts: readonly Part[], name: string): boolean {
  const visited = new Set<Json>();
  return parts.some(
    ({ schema }) => namesDependent(schema, name) || listSameValueSchemas(schema, isStructure).some(describes),
  );

  function describes(schema: Json): boolean {
    if (!isObject(schema) || visited.has(schema)) return false;
    visited.add(schema);
    const { $ref, properties, required, propertyNames } = schema;
    return (
      propertyNames !== undefined ||
      listMentionedNames(properties).includes(name) ||
      listMentionedNames(required).includes(name) ||
      namesDependent(schema, name) ||
      describesUnnamed(schema, name) ||
      (typeof $ref === "string" && describes(resolveTarget(contract, $ref))) ||
      listSameValueSchemas(schema).some(describes)
    );
  }
}

/** Subschemas that apply to the same value, except those of keywords without effect and of skipped keywords. */
function listSameValueSchemas(schema: JsonObject, isSkipped = (_keyword: string) => false): readonly Json[] {
  return Object.entries(schema).flatMap(([keyword, value]): readonly Json[] => {
    const { form, of } = keywords.get(keyword)?.subschemas ?? {};
    if (of !== "value" || isSkipped(keyword) || hasNoEffect(keyword, value, schema)) return [];
    if (form === "map") {
      if (isObject(value)) return Object.values(value);
      return [];
    }
    return form === "list" ? schemas(value) : [value];
  });
}

/** Checks that a dependency or the list of `propertyNames` has a name. */
function namesDependent({ dependentRequired, dependentSchemas, propertyNames }: JsonObject, name: string): boolean {
  const needed = isObject(dependentRequired) ? Object.values(dependentRequired).flatMap(listMentionedNames) : [];
  const { const: only, enum: listed } = isObject(propertyNames) ? propertyNames : {};
  const all = [
    ...listMentionedNames(dependentRequired),
    ...needed,
    ...listMentionedNames(dependentSchemas),
    only,
    ...listMentionedNames(listed),
  ];
  return all.includes(name);
}

/** Names in a list or as the keys of an object. */
function listMentionedNames(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  return isObject(value) ? Object.keys(value) : [];
}
