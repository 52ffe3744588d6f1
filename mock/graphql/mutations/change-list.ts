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
import { type QueryContext, isObjectId, relatedObjects } from "../relations.ts";
import { UnknownObject } from "./written-members.ts";

interface ListChange {
  readonly role: MutationRole;
  readonly given: JsonObject;
  readonly context: QueryContext;
}

/** Adds values or objects to a list of an object, or removes them. */
export async function changeObjectList(target: GraphqlObject, { role, given, context }: ListChange): Promise<void> {
  const { model, objects } = context;
  const field = role.field ?? "";
  const isAdded = role.kind === "add";
  const relation = model.relationOf(target.type, field);
  const named = readListArguments(field, given, relation);
  const values = named.flatMap(([, value]) => value);
  if (relation) {
    const ids = values.filter((value) => isObjectId(value));
    for (const id of ids)
      if (!(await objects.find(relation.type, id)))
        throw new UnknownObject(relation.type.name, id, named[0]?.[0] ?? field);
    return changeRelation(target, relation, { ids, isAdded, context });
  }
  const current = [objects.leafValue(target, field)].flat() as readonly Json[];
  await changeMembers(target, { [field]: changedList(current, values, isAdded) }, context);
}

/** The arguments with the values of a list: "labelIds" for "labels", or "userId" by the type of its objects. */
function readListArguments(
  field: string,
  given: JsonObject,
  relation: Relation | undefined,
): readonly (readonly [string, Json])[] {
  const one = foldedName(singular(foldedName(field)));
  const names = [one, `${one}id`, `${one}ids`, foldedName(field)];
  const all = Object.entries(flattenArguments(given));
  const named = all.filter(([name]) => names.includes(foldedName(name)));
  if (named.length > 0 || !relation) return named;
  return all.filter(([name]) => foldedName(name) === foldedName(`${relation.type.name}id`));
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
  if (isAdded) return [...current, ...values.filter((value) => !current.includes(value))];
  return rest;
}

async function changeMembers(
  { type, id }: GraphqlObject,
  members: JsonObject,
  { model, objects }: QueryContext,
): Promise<void> {
  await objects.store.change(model.schema.getType(type) as GraphQLObjectType, id as Id, members);
}
