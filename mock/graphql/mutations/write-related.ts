import type { GraphQLObjectType } from "graphql";
import { type Json, isObject } from "../../../contracts/index.ts";
import type { Id } from "../object-store.ts";
import { type QueryContext, isObjectId } from "../relations.ts";
import { type RelatedInput, readInputs, readWrittenMembers } from "./written-members.ts";

interface Owner {
  readonly type: GraphQLObjectType;
  readonly id: Id;
}

/** Writes the objects of nested input: creates new ones, and relates existing ones to their owner. */
export async function writeRelated(
  owner: Owner,
  { relation, given }: RelatedInput,
  context: QueryContext,
): Promise<void> {
  const { field, inverse, isMany } = relation;
  const { store } = context.objects;
  const [type] = context.model.possibleTypes(relation.type);
  if (!type) return;
  const back = inverse === undefined ? {} : { [`${inverse}_id`]: owner.id };
  const ids: Id[] = [];
  for (const object of given) ids.push(await writeObject(object));
  if (inverse !== undefined) return;
  await store.change(owner.type, owner.id, isMany ? { [`${field}_ids`]: ids } : { [`${field}_id`]: ids[0] ?? null });

  async function writeObject(object: Json): Promise<Id> {
    if (isObjectId(object)) {
      await store.change(type as GraphQLObjectType, object, back);
      return object;
    }
    const [input = {}] = readInputs(type as GraphQLObjectType, isObject(object) ? object : {});
    const { members, related } = await readWrittenMembers(type as GraphQLObjectType, input, context);
    const id = await store.add(type as GraphQLObjectType, { ...members, ...back });
    for (const each of related) await writeRelated({ type: type as GraphQLObjectType, id }, each, context);
    return id;
  }
}
