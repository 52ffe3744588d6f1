import {
  type CompositeType,
  type Json,
  type JsonObject,
  type MutationRole,
  foldedName,
  isObject,
  singular,
} from "../../../contracts/index.ts";
import { compileFilter, selectObjects } from "../selection/conditions.ts";
import { graphql } from "../library.ts";
import type { Id } from "../object-store.ts";
import type { GraphqlObject } from "../query-objects.ts";
import { type QueryContext, isObjectId } from "../relations.ts";
import { UnknownObject } from "./written-members.ts";

const { getNamedType, isRequiredArgument } = graphql;

const filterNames = /^(where|filter|condition)$/;

/** The objects that a mutation changes or deletes: by their ids, by a filter, or the one that the query shows without an id. */
export async function findTargets(
  role: MutationRole,
  given: JsonObject,
  context: QueryContext,
): Promise<readonly GraphqlObject[] | undefined> {
  const type = role.type as CompositeType;
  const found = readGivenIds(role, given, context);
  if (found) {
    const objects = await Promise.all(found.ids.map((id) => context.objects.find(type, id)));
    const missing = objects.findIndex((object) => object === undefined);
    if (missing >= 0) throw new UnknownObject(type.name, found.ids[missing] as Id, found.name);
    return objects.filter((object) => object !== undefined);
  }
  const filter = Object.entries(given).find(
    ([name, value]) => filterNames.test(foldedName(name)) && isObject(value),
  )?.[1];
  const all = await context.objects.all(type);
  if (isObject(filter)) return selectObjects(all, compileFilter(type, filter, context));
  if (isShownWithoutId(type, context)) return all.slice(0, 1);
  return undefined;
}

/** True if a query shows one object of a type without asking for its id: "viewer", "me". */
function isShownWithoutId(type: CompositeType, { model }: QueryContext): boolean {
  const fields = Object.values(model.schema.getQueryType()?.getFields() ?? {});
  return fields.some((field) => getNamedType(field.type) === type && !field.args.some(isRequiredArgument));
}

interface GivenIds {
  readonly name: string;
  readonly ids: readonly Id[];
}

/** Ids of the objects that a mutation is about, in its arguments and their objects. */
function readGivenIds(role: MutationRole, given: JsonObject, context: QueryContext): GivenIds | undefined {
  const all = idMembers(given);
  const own = all.find(({ name }) => namesObject(role, name, context));
  if (own) return own;
  // The only other id is that of the object, unless it is a change that may name another one.
  const { field, kind } = role;
  const member = field === undefined ? undefined : foldedName(singular(foldedName(field)));
  const others = all.filter(({ name }) => ![`${member}id`, `${member}ids`].includes(foldedName(name)));
  if (kind !== "update" && kind !== "upsert" && others.length === 1) return others[0];
  return undefined;
}

function namesObject({ type }: MutationRole, name: string, { model }: QueryContext): boolean {
  const folded = foldedName(name);
  const types = type ? model.possibleTypes(type) : [];
  if (["id", "ids", ...types.map((each) => foldedName(model.idFieldOf(each) ?? "id"))].includes(folded)) return true;
  const [, stem] = /^(\w+?)ids?$/.exec(folded) ?? [];
  const one = stem === undefined ? undefined : singular(stem);
  return one !== undefined && [type, ...types].some((each) => foldedName(each?.name ?? "").endsWith(one));
}

function idMembers(given: JsonObject): readonly GivenIds[] {
  return Object.entries(given).flatMap(([name, value]): readonly GivenIds[] => {
    const folded = foldedName(name);
    if (folded === "clientmutationid") return [];
    if (isObject(value)) {
      const isFilter = filterNames.test(folded) && Object.keys(value).length > 1;
      return isFilter ? [] : idMembers(value);
    }
    const ids = ([value] as Json[]).flat().filter((each) => isObjectId(each));
    const isName = /^(_?id|ids|uuid|key|slug)$|(Ids?|IDs?|_ids?|Uuid|Key|Slug)$/.test(name);
    if (isName && ids.length > 0) return [{ name, ids }];
    return [];
  });
}
