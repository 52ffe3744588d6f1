import type { GraphQLField, GraphQLObjectType, GraphQLOutputType } from "graphql";
import {
  type Json,
  type JsonObject,
  connectionItemType,
  foldedName,
  isGraphqlList,
  isRootType,
  findItemType,
} from "../../../contracts/index.ts";
import { connectionMembers, createEdge } from "../connections.ts";
import { graphql } from "../library.ts";
import type { Id } from "../object-store.ts";
import type { CompositeType, GraphqlObject } from "../query-objects.ts";
import { type QueryContext, isObjectId, relatedObject } from "../relations.ts";

const { getNamedType, isAbstractType, isCompositeType, isLeafType, isNonNullType, isObjectType } = graphql;

/** Outcome of a mutation. */
export interface Outcome {
  readonly name: string;
  /** Objects that it wrote. Of deleted ones, as they were. */
  readonly objects: readonly GraphqlObject[];
  readonly isDeletion: boolean;
  /** Members of its arguments, without input objects. */
  readonly given: JsonObject;
}

type Result = Json | GraphqlObject | readonly GraphqlObject[] | undefined;

/** The result of a mutation by its type: the objects, their ids, true, or a payload with fields for them. */
export async function createResult(type: GraphQLOutputType, outcome: Outcome, context: QueryContext): Promise<Result> {
  const { objects, name } = outcome;
  const named = getNamedType(type);
  const isList = isGraphqlList(type);
  if (isLeafType(named)) return leafResult(named.name, isList, objects);
  if (!isCompositeType(named)) return undefined;
  const { model } = context;
  if (objects.some((object) => model.possibleTypes(named).some((each) => each.name === object.type)))
    return isList ? objects : objects[0];
  if (isRootType(model.schema, named)) return context.objects.embedded(named, name, 0, {});
  const payload = payloadType(named, objects, context);
  const key = `${name} ${objects[0]?.id ?? ""}`;
  return context.objects.embedded(payload, key, 0, await payloadMembers(payload, outcome, context));
}

function leafResult(type: string, isList: boolean, objects: readonly GraphqlObject[]): Json | undefined {
  const ids = objects.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  if (isList) return ids;
  if (type === "Boolean") return objects.length > 0;
  if (type === "Int") return objects.length;
  if (type === "ID" || type === "String") return ids[0];
  return undefined;
}

/** The payload type. Of a union, the member with a field for the objects. */
function payloadType(
  type: CompositeType,
  objects: readonly GraphqlObject[],
  { model }: QueryContext,
): GraphQLObjectType {
  const types = model.possibleTypes(type);
  const shows = (each: GraphQLObjectType): boolean =>
    Object.values(each.getFields()).some((field) => showsObject(field, objects, model.schema));
  return (isAbstractType(type) && types.find(shows)) || (types[0] as GraphQLObjectType);
}

function showsObject(
  { type }: GraphQLField<unknown, unknown>,
  objects: readonly GraphqlObject[],
  schema: QueryContext["model"]["schema"],
): boolean {
  const item = findItemType(schema, getNamedType(type));
  if (!item) return false;
  const names = isAbstractType(item) ? schema.getPossibleTypes(item).map(({ name }) => name) : [item.name];
  return objects.some((object) => names.includes(object.type));
}

async function payloadMembers(type: GraphQLObjectType, outcome: Outcome, context: QueryContext): Promise<JsonObject> {
  const members: Record<string, Json> = {};
  for (const field of Object.values(type.getFields())) {
    if (isLeafType(getNamedType(field.type))) {
      const value = leafMember(field, outcome);
      if (value !== undefined) members[field.name] = value;
    } else Object.assign(members, await compositeMember(field, outcome, context));
  }
  return members;
}

/** A scalar of a payload: an id, a number, what was sent, or no error. Undefined if it is generated. */
function leafMember({ name, type }: GraphQLField<unknown, unknown>, { objects, given }: Outcome): Json | undefined {
  const folded = foldedName(name);
  const sent = Object.entries(given).find(([each]) => foldedName(each) === folded)?.[1];
  if (sent !== undefined) return sent;
  const ids = objects.flatMap(({ id }) => (id === undefined ? [] : [String(id)]));
  const { name: typeName } = getNamedType(type);
  if (isGraphqlList(type)) return folded.endsWith("ids") ? ids : [];
  if (typeName === "Boolean") return !/error|fail/.test(folded);
  if (folded.endsWith("id") && folded !== "clientmutationid" && ids.length > 0) return ids[0];
  if (typeName === "Int" && /count|rows|total|number/.test(folded)) return objects.length;
  return isNonNullType(type) ? undefined : null;
}

/** A member of a payload with objects or with an object. Without an object to show, it is null if the schema allows that. */
async function compositeMember(
  field: GraphQLField<unknown, unknown>,
  outcome: Outcome,
  context: QueryContext,
): Promise<JsonObject> {
  const { name, type } = field;
  const { model } = context;
  const named = getNamedType(type) as CompositeType;
  const item = findItemType(model.schema, named);
  if (!item) {
    if (isGraphqlList(type)) return { [name]: [] };
    if (isRootType(model.schema, named)) return { [name]: {} };
    return absent(field);
  }
  const reference = await namedObject(field, item, outcome, context);
  const objects = reference ?? (showsObject(field, outcome.objects, model.schema) ? outcome.objects : undefined);
  if (!objects) return referredObject(field, item, outcome, context);
  if (outcome.isDeletion && !reference) return deletedObjects(field, objects);
  const [first] = objects;
  if (connectionItemType(model.schema, named))
    return { [name]: connectionMembers(named as GraphQLObjectType, objects, { args: {}, page: (list) => list }) };
  if (item !== named && first) return { [name]: isGraphqlList(type) ? objects.map(createEdge) : createEdge(first) };
  const ids = objects.map(({ id }) => id as Id);
  if (isGraphqlList(type)) return { [`${name}_ids`]: ids };
  return { [`${name}_id`]: ids[0] ?? null };
}

function absent({ name, type }: GraphQLField<unknown, unknown>): JsonObject {
  if (isNonNullType(type)) return {};
  return { [name]: null };
}

function deletedObjects({ name, type }: GraphQLField<unknown, unknown>, objects: readonly GraphqlObject[]): JsonObject {
  const members = objects.map(({ id, stored }) => ({ ...stored, ...(id !== undefined && { id }) }));
  return { [name]: isGraphqlList(type) ? members : (members[0] ?? null) };
}

/** The object that an argument names: "subject" for "subjectId". */
async function namedObject(
  { name }: GraphQLField<unknown, unknown>,
  type: CompositeType,
  { given }: Outcome,
  { objects }: QueryContext,
): Promise<readonly GraphqlObject[] | undefined> {
  const id = Object.entries(given).find(([each]) => foldedName(each) === `${foldedName(name)}id`)?.[1];
  const found = isObjectId(id) ? await objects.find(type, id) : undefined;
  return found && [found];
}

/** Another object in a payload: the one that the written object refers to, such as its repository. */
async function referredObject(
  field: GraphQLField<unknown, unknown>,
  type: CompositeType,
  { objects: [first] }: Outcome,
  context: QueryContext,
): Promise<JsonObject> {
  const relations = first ? context.model.relationsOf(first.type).filter(({ isMany }) => !isMany) : [];
  const ofType = relations.filter((each) => each.type === type);
  const relation = ofType.find((each) => each.field === field.name) ?? ofType[0];
  const related = first && relation && (await relatedObject(first, relation, context));
  if (related?.id === undefined) return absent(field);
  return { [`${field.name}_id`]: related.id };
}

/** A payload with the reason why a mutation did nothing. Undefined if the schema has no place for it. */
export function refusedPayload(
  type: GraphQLOutputType,
  { name, message, field }: { readonly name: string; readonly message: string; readonly field: string },
  { objects }: QueryContext,
): GraphqlObject | undefined {
  const payload = getNamedType(type);
  if (!isObjectType(payload)) return undefined;
  const fields = Object.values(payload.getFields());
  const errors = fields.find(
    (each) => /errors?$/i.test(each.name) && isGraphqlList(each.type) && hasMessage(each.type),
  );
  const others = fields.filter((each) => each !== errors && !isLeafType(getNamedType(each.type)));
  if (!errors || others.some((each) => isNonNullType(each.type) && !isGraphqlList(each.type))) return undefined;
  const empty = others.map((each) => [each.name, isGraphqlList(each.type) && isNonNullType(each.type) ? [] : null]);
  const leaves = fields.filter((each) => isLeafType(getNamedType(each.type)));
  const values = leaves.map((each) => [each.name, getNamedType(each.type).name === "Boolean" ? false : null]);
  const entry = { message, field: [field], path: [field], code: null };
  return objects.embedded(payload, name, 0, { ...Object.fromEntries([...empty, ...values]), [errors.name]: [entry] });
}

function hasMessage(type: GraphQLOutputType): boolean {
  const named = getNamedType(type);
  return "getFields" in named && "message" in named.getFields();
}
