import type { GraphQLObjectType, GraphQLResolveInfo } from "graphql";
import {
  type CompositeType,
  type Json,
  type JsonObject,
  type MutationRole,
  foldedName,
} from "../../../contracts/index.ts";
import { readActionEffect } from "./action-effect.ts";
import { changeObjectList } from "./change-list.ts";
import { flattenArguments } from "./flatten-arguments.ts";
import { fieldNamed } from "../fields.ts";
import { graphql } from "../library.ts";
import { findTargets } from "./mutation-targets.ts";
import type { Id } from "../object-store.ts";
import { refusedPayload, createResult } from "./payload.ts";
import type { GraphqlObject } from "../query-objects.ts";
import type { QueryContext } from "../relations.ts";
import { UnknownObject, readInputs, readWrittenMembers } from "./written-members.ts";
import { writeRelated } from "./write-related.ts";

const { GraphQLError, getNamedType, isCompositeType, isLeafType } = graphql;

/** Result of a mutation. */
export interface MutationResult {
  readonly value: GraphqlObject | readonly GraphqlObject[] | Json | undefined;
}

interface Change {
  readonly role: MutationRole;
  readonly given: JsonObject;
  readonly now: number;
  readonly context: QueryContext;
}

/**
 * Carries out a mutation by its role: what it creates, changes or deletes is then in all lists that the schema relates to
 * it. Undefined for a mutation whose effect is unknown and whose result is no object.
 */
export async function mutate(
  args: Readonly<Record<string, unknown>>,
  { fieldName, returnType }: GraphQLResolveInfo,
  context: QueryContext,
): Promise<MutationResult | undefined> {
  const role = context.model.roleOf(fieldName);
  if (!role) return undefined;
  refuseRestTypes(role, context);
  // A copy as plain JSON: objects of graphql-js have no prototype.
  const given = JSON.parse(JSON.stringify(args)) as JsonObject;
  context.objects.clearCache();
  try {
    const objects = role.type && (await applyMutation({ role, given, now: context.objects.now, context }));
    context.objects.clearCache();
    if (!objects) context.notes.add(`The effect of "${fieldName}" is not known, and nothing was changed`);
    if (!objects && !isPayload(returnType)) return undefined;
    const isDeletion = role.kind === "delete";
    const shown = isDeletion ? objects : await refresh(objects ?? [], context);
    const outcome = { name: fieldName, objects: shown ?? [], isDeletion, given: flattenArguments(given) };
    return { value: await createResult(returnType, outcome, context) };
  } catch (cause) {
    if (cause instanceof UnknownObject) return refuseMutation(cause);
    throw cause;
  }

  /** By the errors of the payload, by null or false, or by an error. */
  function refuseMutation({ message, field }: UnknownObject): MutationResult {
    const payload = refusedPayload(returnType, { name: fieldName, message, field }, context);
    if (payload) return { value: payload };
    const isCreation = role?.kind === "create" || role?.kind === "upsert";
    if (!isCreation && getNamedType(returnType).name === "Boolean") return { value: false };
    if (!isCreation && isCompositeType(role?.type) && getNamedType(returnType) === role?.type)
      return { value: undefined };
    throw new GraphQLError(`Cannot carry out ${fieldName}: ${message}`, { extensions: { code: "NOT_FOUND" } });
  }
}

function isPayload(type: GraphQLResolveInfo["returnType"]): boolean {
  return !isLeafType(getNamedType(type));
}

function refuseRestTypes({ name, type }: MutationRole, { model }: QueryContext): void {
  const collection = type && model.collectionOf(type.name);
  if (collection === undefined) return;
  throw new GraphQLError(`Cannot write a ${type?.name} with ${name}: use the operations of ${collection}`, {
    extensions: { code: "NOT_SUPPORTED" },
  });
}

/** The objects that a mutation wrote. Undefined if its effect is unknown. */
async function applyMutation(change: Change): Promise<readonly GraphqlObject[] | undefined> {
  const { role, given, context } = change;
  const [type] = context.model.possibleTypes(role.type as CompositeType);
  if (!type) return undefined;
  if (role.kind === "create") return createObjects(type, change);
  if (role.kind === "upsert") return upsert(type, change);
  const targets = role.kind === "unknown" ? undefined : await findTargets(role, given, context);
  if (!targets) return undefined;
  if (role.kind === "delete") {
    await removeObjects(targets, context);
    return targets;
  }
  for (const target of targets) {
    await update(target, change);
    context.objects.clearCache();
  }
  return targets;
}

/** Changes the object that an id or a filter names, or creates one. `create` and `update` have members for each case. */
async function upsert(type: GraphQLObjectType, change: Change): Promise<readonly GraphqlObject[]> {
  const { role, context } = change;
  const { create: forNew, update: forOld, ...rest } = change.given;
  const isWritten = await context.objects.store.isWritten(type);
  const found = isWritten ? await findTargets(role, rest, context).catch(ignoreUnknown) : undefined;
  const [target] = found ?? [];
  if (!target)
    return createObjects(type, { ...change, given: { ...rest, ...(forNew !== undefined && { create: forNew }) } });
  await update(target, { ...change, given: { ...rest, ...(forOld !== undefined && { update: forOld }) } });
  return [target];
}

function ignoreUnknown(cause: unknown): undefined {
  if (!(cause instanceof UnknownObject)) throw cause;
}

async function createObjects(type: GraphQLObjectType, { given, context }: Change): Promise<readonly GraphqlObject[]> {
  const inputs = readInputs(type, given);
  const read = await Promise.all(inputs.map((input) => readWrittenMembers(type, input, context)));
  const ids: Id[] = [];
  for (const { members, related } of read) {
    const id = await context.objects.store.add(type, members);
    for (const each of related) await writeRelated({ type, id }, each, context);
    ids.push(id);
  }
  context.objects.clearCache();
  const found = await Promise.all(ids.map((id) => context.objects.find(type, id)));
  return found.filter((object) => object !== undefined);
}

async function update(target: GraphqlObject, { role, given, now, context }: Change): Promise<void> {
  const type = context.model.schema.getType(target.type) as GraphQLObjectType;
  const id = target.id as Id;
  if (role.kind === "add" || role.kind === "remove") return changeObjectList(target, { role, given, context });
  const [input = {}] = readInputs(type, given);
  const { members, increments, related } = await readWrittenMembers(type, input, context);
  const sums = Object.entries(increments).map(([name, by]) => {
    const field = fieldNamed(type, foldedName(name)) ?? name;
    return [field, Number(context.objects.leafValue(target, field)) + Number(by)] as const;
  });
  const effect = role.kind === "action" ? readActionEffect(type, role.verb ?? "", now) : {};
  await context.objects.store.change(type, id, { ...effect, ...members, ...Object.fromEntries(sums) });
  for (const each of related) await writeRelated({ type, id }, each, context);
}

/** Removes objects, and those that cannot be without one of them. */
async function removeObjects(targets: readonly GraphqlObject[], context: QueryContext): Promise<void> {
  const { model, objects } = context;
  for (const [name, removed] of Map.groupBy(targets, ({ type }) => type)) {
    const type = model.schema.getType(name) as GraphQLObjectType;
    for (const { id } of removed) await objects.store.remove(type, id as Id);
    const ids = new Set(removed.map(({ id }) => String(id)));
    for (const [dependent, field] of model.dependentsOf(type)) {
      if (!(await objects.store.isWritten(dependent))) continue;
      objects.clearCache();
      const all = await objects.all(dependent);
      const orphans = all.filter(({ stored }) => ids.has(String(stored?.[`${field}_id`])));
      if (orphans.length > 0) await removeObjects(orphans, context);
    }
  }
}

async function refresh(
  list: readonly GraphqlObject[],
  { model, objects }: QueryContext,
): Promise<readonly GraphqlObject[]> {
  const found = await Promise.all(
    list.map(({ type, id }) => objects.find(model.schema.getType(type) as GraphQLObjectType, id as Id)),
  );
  return found.filter((object) => object !== undefined);
}
