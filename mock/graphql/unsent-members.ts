import type { GraphQLField, GraphQLObjectType } from "graphql";
import { type Json, type JsonObject, foldedName, isGraphqlList } from "../../contracts/index.ts";
import { isUsuallyOn, usualValue } from "../../contracts/generate/index.ts";
import { graphql } from "./library.ts";
import type { ObjectModel } from "./object-model.ts";

const { getNamedType, isEnumType, isLeafType, isNonNullType } = graphql;

interface NewObject {
  readonly whole: JsonObject;
  /** Number of the object among all that were created. */
  readonly sequence: number;
}

/**
 * Members of a new object that nobody sent: null, an empty list, no count, the usual state and flag. Required values that
 * the schema does not suggest are generated when they are read.
 */
export function unsentMembers(model: ObjectModel, type: GraphQLObjectType, { whole, sequence }: NewObject): JsonObject {
  const sent = new Set(Object.keys(whole).map(foldedName));
  const fields = Object.values(type.getFields());
  const members = fields.flatMap((field): (readonly [string, Json])[] => {
    const relation = model.relationOf(type.name, field.name);
    if (relation) {
      const suffix = relation.isMany ? "_ids" : "_id";
      if (sent.has(foldedName(field.name)) || sent.has(foldedName(field.name + suffix))) return [];
      if (relation.isMany) {
        if (relation.inverse === undefined) return [[`${field.name}_ids`, []]];
        return [];
      }
      if (isNonNullType(field.type)) return [];
      return [[`${field.name}_id`, null]];
    }
    if (sent.has(foldedName(field.name)) || model.memberOf(type.name, field.name) !== undefined) return [];
    const value = unsentValue(model, field, sequence);
    if (value === undefined) return [];
    return [[field.name, value]];
  });
  return Object.fromEntries(members);
}

/** Value of a field that nobody sent. Undefined if it is generated. */
function unsentValue(model: ObjectModel, field: GraphQLField<unknown, unknown>, sequence: number): Json | undefined {
  const { name, type } = field;
  const named = getNamedType(type);
  if (isGraphqlList(type)) return [];
  if (!isLeafType(named) && field.args.length > 0) return undefined;
  if (!isNonNullType(type)) return null;
  if (isEnumType(named))
    return usualValue(
      named.getValues().map((value) => value.name),
      true,
    );
  if (named.name === "Boolean") return isUsuallyOn(name);
  if (named.name !== "Int") return undefined;
  if (/count$|^(total|num)/i.test(name)) return 0;
  if (/^(number|iid|sequence|sequence_?number)$/i.test(name)) return sequence;
  return undefined;
}
