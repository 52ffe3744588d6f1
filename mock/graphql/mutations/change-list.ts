import type { GraphQLObjectType } from "graphql";
import {
  type Json,
  type JsonObject,
  type MutationRole,
  type Relation,
  foldedName,
  singular,
} from "../../../contracts/index.ts";
import { flattenArguments } from "./flatten-arguments.ts";
import type { Id } from "../object-store.ts";
import type { GraphqlObject } from "../query-objects.ts";
import { type QueryContext, isId, relatedObjects } from "../relations.ts";
import { UnknownThing } from "./written-members.ts";

interface ListChange {
  readonly role: MutationRole;
  readonly given: JsonObject;
  readonly context: QueryContext;
}

/** Adds values or things to a list of an object, or removes them. */
export async function changeList(target: GraphqlObject, { role, given, context }: ListChange): Promise<void> {
  const { model, objects } = context;
  const field = role.field ?? "";
  const isAdded = role.kind === "add";
  const named = readListArguments(field, given);
  const values = named.flatMap(([, value]) => value);
  const relation = model.relationOf(target.type, field);
  if (relation) {
    const ids = values.filter((value) => isId(value));
    for (const id of ids)
      if (!(await objects.find(relation.type, id)))
        throw new UnknownThing(relation.type.name, id, named[0]?.[0] ?? field);
    return changeRelation(target, relation, { ids, isAdded, context });
  }
  const current = [objects.leafValue(target, field)].flat() as readonly Json[];
  await changeMembers(target, { [field]: changedList(current, values, isAdded) }, context);
}

/** The arguments with the values of a list: "labelIds" for "labels". */
function readListArguments(field: string, given: JsonObject): readonly (readonly [string, Json])[] {
  const one = foldedName(singular(foldedName(field)));
  const names = [one, `${one}id`, `${one}ids`, foldedName(field)];
  return Object.entries(flattenArguments(given)).filter(([name]) => names.includes(foldedName(name)));
}

interface RelationChange {
  readonly ids: readonly Id[];
  readonly isAdded: boolean;
  readonly context: QueryContext;
}

async function changeRelation(
  target: GraphqlObject,
  relation: Relation,
  { ids, isAdded, context }: RelationChange,
): Promise<void> {
  const { field, inverse, mutual } = relation;
  const texts = ids.map(String);
  const [other] = context.model.possibleTypes(relation.type);
  if (inverse !== undefined && other) {
    const owner = isAdded ? (target.id as Id) : null;
    for (const id of ids) await context.objects.store.change(other, id, { [`${inverse}_id`]: owner });
    return;
  }
  const current = await relatedObjects(target, relation, context);
  const list = changedList(
    current.map(({ id }) => String(id)),
    texts,
    isAdded,
  );
  await changeMembers(target, { [`${field}_ids`]: list }, context);
  if (isAdded || mutual === undefined) return;
  // The other side may hold the relation, too.
  for (const each of current.filter(({ id }) => texts.includes(String(id)))) {
    const back = each.stored?.[`${mutual}_ids`];
    if (Array.isArray(back))
      await changeMembers(
        each,
        { [`${mutual}_ids`]: changedList(back.map(String), [String(target.id)], false) },
        context,
      );
  }
}

function changedList(current: readonly Json[], values: readonly Json[], isAdded: boolean): Json[] {
  const rest = current.filter((value) => !values.includes(value));
  return isAdded ? [...current, ...values.filter((value) => !current.includes(value))] : rest;
}

async function changeMembers(
  { type, id }: GraphqlObject,
  members: JsonObject,
  { model, objects }: QueryContext,
): Promise<void> {
  await objects.store.change(model.schema.getType(type) as GraphQLObjectType, id as Id, members);
}
