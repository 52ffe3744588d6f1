import type { GraphQLObjectType } from "graphql";
import { type Json, type JsonObject, type Relation, foldedName, isObject, singular } from "../../../contracts/index.ts";
import { compileFilter, selectObjects } from "../selection/conditions.ts";
import { fieldNamed, readTypeFields } from "../fields.ts";
import { graphql } from "../library.ts";
import type { Id } from "../object-store.ts";
import { type QueryContext, isObjectId } from "../relations.ts";

const { getNamedType, isLeafType, isObjectType } = graphql;

/** Members of one object that the arguments of a mutation state. */
export interface WrittenMembers {
  /** Members to store, by the names of fields: "title", "author_id", "labels_ids". */
  readonly members: JsonObject;
  /** Amounts to add to members. */
  readonly increments: JsonObject;
  readonly related: readonly RelatedInput[];
}

/** Nested input of a relation: new objects, or ids of existing ones. */
export interface RelatedInput {
  readonly relation: Relation;
  readonly given: readonly Json[];
}

/** A mutation that refers to an object that does not exist. */
export class UnknownObject extends Error {
  readonly field: string;

  constructor(type: string, id: Id, field: string) {
    super(`There is no ${type} with the id ${JSON.stringify(id)}`);
    this.field = field;
  }
}

const filterNames = /^(where|filter|condition|pkcolumns)$/;
const ignoredNames = /^(clientmutationid|idempotencykey)$/;
/** Wrappers of nested input: `{ create: […] }`, `{ data: […] }`, `{ connect: { id } }`. */
const nestedNames = /^(create|data|nodes|createmany|set|objects)$/;

/** Inputs of a mutation: the members of its input objects, one for each object. */
export function readInputs(type: GraphQLObjectType, given: JsonObject): readonly JsonObject[] {
  const flat: Record<string, Json> = {};
  let lists: readonly JsonObject[] | undefined;
  for (const [name, value] of Object.entries(given)) {
    const isOwn = fieldNamed(type, foldedName(name)) !== undefined;
    if (filterNames.test(foldedName(name)) || ignoredNames.test(foldedName(name))) continue;
    if (isObject(value) && !isOwn && !/^_?inc(rement)?$/.test(name)) Object.assign(flat, ...readInputs(type, value));
    else if (isObjectList(value) && !isOwn) lists = value.flatMap((each) => readInputs(type, each));
    else flat[name] = value;
  }
  return lists?.map((each) => ({ ...flat, ...each })) ?? [flat];
}

function isObjectList(value: Json): value is JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((each: Json) => isObject(each));
}

/** Members of an input by the fields of its type. Throws an error if nothing has the members that a `connect` names. */
export async function readWrittenMembers(
  type: GraphQLObjectType,
  input: JsonObject,
  context: QueryContext,
): Promise<WrittenMembers> {
  const members: Record<string, Json> = {};
  const related: RelatedInput[] = [];
  let increments: JsonObject = {};
  for (const [name, value] of Object.entries(input)) {
    const folded = foldedName(name);
    if (/^inc(rement)?$/.test(folded) && isObject(value)) increments = value;
    else if (isOwnId(type, folded)) continue;
    else {
      const field = fieldNamed(type, folded);
      const relation = await findRelation(type, { name, field, value }, context);
      if (relation) await writeRelation(relation, name, value);
      else members[field ?? name] = field === undefined ? value : leafValue(type, field, value);
    }
  }
  return { members, increments, related };

  async function writeRelation(relation: Relation, name: string, value: Json): Promise<void> {
    const given = await findConnected(relation, unwrap(value), { context, name });
    const ids = given.filter((each) => isObjectId(each));
    if (relation.isMany && relation.inverse === undefined && ids.length === given.length)
      members[`${relation.field}_ids`] = ids.map(String);
    else if (!relation.isMany && given.length === 0) members[`${relation.field}_id`] = null;
    else if (!relation.isMany && ids.length === 1) members[`${relation.field}_id`] = ids[0] as Id;
    else related.push({ relation, given });
  }
}

/** The value of `{ set: value }` for a member with one value. */
function leafValue(type: GraphQLObjectType, field: string, value: Json): Json {
  const outputType = readTypeFields(type)[field]?.type;
  const isLeaf = outputType && isLeafType(getNamedType(outputType));
  if (isLeaf && isObject(value) && Object.keys(value).join() === "set") return value["set"] ?? null;
  return value;
}

/** The id of an object is written by its own argument. */
function isOwnId(type: GraphQLObjectType, folded: string): boolean {
  return folded === foldedName(`${type.name}id`) && fieldNamed(type, folded) === undefined;
}

/** Objects in nested input, without the wrappers around them. */
function unwrap(value: Json): readonly Json[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.flatMap((each: Json) => unwrap(each));
  if (!isObject(value)) return [value];
  if (value["connect"] !== undefined) {
    const { connect, ...others } = value;
    const connected = [connect].flat().map((each) => (isObject(each) ? { connect: each } : each));
    return [...connected, ...(Object.keys(others).length > 0 ? unwrap(others) : [])] as Json[];
  }
  const names = Object.keys(value);
  const isWrapper = names.length > 0 && names.every((name) => nestedNames.test(foldedName(name)));
  if (isWrapper) return Object.values(value).flatMap((each) => unwrap(each));
  return [value];
}

/** Nested input with ids in place of `{ connect: … }`, which names an existing object by its members. */
async function findConnected(
  { type }: Relation,
  given: readonly Json[],
  { context, name }: { readonly context: QueryContext; readonly name: string },
): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (const each of given) {
    const connected = isObject(each) && Object.keys(each).join() === "connect" ? each["connect"] : undefined;
    const only = isObject(each) && Object.keys(each).join() === "id" ? each : connected;
    if (!isObject(only)) found.push(each);
    else if (isObjectId(only["id"])) found.push(only["id"]);
    else {
      const condition = compileFilter(type, only, context);
      const all = await context.objects.all(type);
      const [first] = await selectObjects(all, condition);
      const id = first?.id;
      if (id === undefined) throw new UnknownObject(type.name, JSON.stringify(only), name);
      found.push(id);
    }
  }
  return found;
}

interface GivenMember {
  readonly name: string;
  readonly field: string | undefined;
  readonly value: Json;
}

/** The relation that a member of an input is about: "labels", "labelIds", "authorId", or "subjectId" by the object it names. */
async function findRelation(
  type: GraphQLObjectType,
  { name, field, value }: GivenMember,
  { model, objects }: QueryContext,
): Promise<Relation | undefined> {
  const relations = model.relationsOf(type.name);
  if (field !== undefined) return relations.find((each) => each.field === field);
  const [, stem, plural] = /^(\w+?)id(s?)$/.exec(foldedName(name)) ?? [];
  if (stem === undefined) return undefined;
  const own = relations.find(
    (each) => each.isMany === (plural === "s") && [each.field, singular(each.field)].map(foldedName).includes(stem),
  );
  const ofType = relations.filter((each) => !each.isMany && foldedName(each.type.name) === stem);
  if (own || ofType.length === 1) return own ?? ofType[0];
  if (!isObjectId(value) || plural === "s") return undefined;
  const ones = relations.filter(({ isMany, type: related }) => !isMany && isObjectType(related));
  for (const each of ones) if (await isKnownObject(each.type as GraphQLObjectType, value)) return each;
  return undefined;

  async function isKnownObject(related: GraphQLObjectType, id: Id): Promise<boolean> {
    return (await objects.store.isWritten(related)) && (await objects.find(related, id)) !== undefined;
  }
}
