import { toMembers, pickMembers } from "./members/members.ts";
import type { ResourceContext } from "./resource-context.ts";
import { type JsonObject, extractItemId, isObject, saysUpsert, valueAtPath } from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../calls/call.ts";
import type { Address } from "../state/store.ts";
import type { Input } from "../calls/input.ts";
import type { Stored } from "../state/stored.ts";
import { createNewItemCheck, createStateGuard } from "./conflicts.ts";
import { createHandler, refuseTaken } from "./create.ts";
import { createEffect } from "./actions/effect.ts";
import { createNamedMemberEffect } from "./actions/named-member.ts";
import { createExamples } from "./examples.ts";
import { compileLocation } from "./location.ts";
import { createLinkedItem } from "./members/linked-item.ts";
import { createExclusiveFlags } from "./actions/exclusive.ts";
import { restoresItems } from "./actions/restoring.ts";
import { compileVersions } from "./versions.ts";
import { type Patch, createPatching, withStoredParts } from "./patch.ts";
import { withoutWrapper } from "./bodies/wrapper.ts";
import {
  type CompletedItem,
  compileAddress,
  canCreateItems,
  createItemCompletion,
  notFound,
  itemAnswer,
} from "./resource.ts";

/** Creates the handler that changes an item: by the members of the request, or as an action does. */
export function updateHandler(context: ResourceContext): Handler {
  const { operation, role } = context;
  const addressed = compileAddress(role);
  const exampleAt = createExamples(context);
  const create = canCreateItems(context.contract, context) ? createHandler(context) : undefined;
  // Nothing else brings a deleted item back.
  const isMadeAgain = operation.method === "PUT" && role.kind === "replace" && !context.isCreatable;
  const refusesTaken = create && refusesExisting(context);
  const saysCreated = operation.responses.some(({ status }) => status === "201");
  const locationOf = compileLocation(context);
  const changesBy = role.kind === "transition" ? compileTransition(context) : compileChanges(context);
  const isPartial = role.kind === "update" && role.each === undefined;
  const besides = compileEchoed(context);
  const patching = createPatching(context);
  const guard = createStateGuard(context);
  const bin = restoresItems(context) ? context.bin : undefined;
  const completeItem = createItemCompletion(context);
  const admit = createNewItemCheck(context);
  const versions = compileVersions(context);
  const linkedItem = create && createLinkedItem(context);
  const clearOthers = createExclusiveFlags(context);
  return async (call) => {
    const address = addressed(call);
    if (address.id === "" && create) return create(call);
    const patch = patching(call);
    const unwanted = await admit?.(call, await changedItem(call, address, patch), address);
    if (unwanted) return unwanted;
    const example = await exampleAt(call, address);
    const deleted = await bin?.find(call, address);
    const linked = await linkedItem?.(call, address.id);
    let isNew = false;
    let made: CompletedItem | undefined;
    const next = await call.store.change(address, (stored) => {
      const refusal = stored && (guard?.(stored, address.id) ?? versions?.outdated(call.input, stored.value));
      if (refusal) return refusal;
      if (stored && refusesTaken) return refuseTaken(context, address.id);
      const current = stored ?? example?.() ?? deleted;
      isNew = current === undefined;
      if (!current && !create && !isMadeAgain) return notFound(role, address.id);
      const id = call.input.parameters[role.idParameter ?? ""] ?? extractItemId(current?.value, role) ?? address.id;
      const readChanges = () => changesBy(call.input, current?.value ?? {}, new Date(call.now));
      const patched =
        current && (patch ? patch(current) : isPartial ? withStoredParts(context, current, readChanges()) : undefined);
      if (patched && "refused" in patched) return patched;
      const changed = patched ?? { body: readChanges(), current };
      const before = current !== undefined && current === deleted ? stateBefore(current, changed.body) : {};
      const body = isNew ? { ...linked, ...changed.body } : { ...changed.body, ...before };
      const item = completeItem(call, address, { id, ...changed, body });
      if ("refused" in item) return item;
      made = item;
      return item.stored;
    });
    if (next === null || "refused" in next) return next ?? notFound(role, address.id);
    if (deleted) await bin?.forget(call, address);
    await clearOthers?.(call, address);
    const location = isNew && saysCreated ? locationOf(call, address.id) : undefined;
    const answer: Answer = {
      ...itemAnswer(next, role, made),
      now: call.now,
      isNew,
      ...(location !== undefined && { headers: { location } }),
    };
    if (besides) return { ...answer, value: { ...besides(call.input), ...next.value } };
    return answer;
  };

  /** The item of a call as its body changes it, without what the mock sets. */
  async function changedItem(call: Call, address: Address, patch: Patch | undefined): Promise<JsonObject> {
    const stored = await call.store.read(address);
    const patched = stored && patch?.(stored);
    if (patched && "refused" in patched) return {};
    const readChanges = patched?.body ?? withoutWrapper(call.input.body, role);
    if (operation.method === "PATCH") return { ...stored?.value, ...readChanges };
    return readChanges;
  }
}

/** Members of a deleted item that the action that restores it would set by its name: its state from before. */
function stateBefore({ value }: Stored, changes: JsonObject): JsonObject {
  return pickMembers(value, Object.keys(changes));
}

/** True for a POST at the path of an item that documents a conflict, and says nothing of a change. */
function refusesExisting({ contract, operation }: ResourceContext): boolean {
  const { method, responses } = operation;
  return method === "POST" && responses.some(({ status }) => status === "409") && !saysUpsert(contract, operation);
}

type Changes = (input: Input, current: JsonObject, now: Date) => JsonObject;

/** Objects of a resource whose members a change keeps if it does not send them (JSON:API, section 9.2). */
const jsonApiObjects = ["attributes", "relationships", "meta"];

function compileChanges({ role, operation }: ResourceContext): Changes {
  const isJsonApi =
    operation.method === "PATCH" &&
    operation.body?.content.some(({ mediaType }) => mediaType === "application/vnd.api+json") === true;
  if (!isJsonApi) return ({ body }) => withoutWrapper(body, role);
  return ({ body }, current) => {
    const readChanges = withoutWrapper(body, role);
    const merged = jsonApiObjects.filter((name) => isObject(readChanges[name]) && isObject(current[name]));
    return {
      ...readChanges,
      ...Object.fromEntries(
        merged.map((name) => [name, { ...toMembers(current[name]), ...toMembers(readChanges[name]) }]),
      ),
    };
  };
}

/**
 * Changes by an action: its name, its body, and its path parameters below the item. The body and the parameters set the
 * item's members with the same names.
 */
export function compileTransition(context: ResourceContext): Changes {
  const { operation, role, representations, shower } = context;
  const { part } = role;
  if (part !== undefined) {
    const isMerged = operation.method === "PATCH";
    const steps = role.sentIn === undefined ? [] : [role.sentIn];
    return (input, current) => {
      const body = valueAtPath(input.body, steps) ?? null;
      const before = current[part];
      return { [part]: isMerged && isObject(before) && isObject(body) ? { ...before, ...body } : body };
    };
  }
  const below = operation.parameters
    .filter(
      ({ in: place, name }) => place === "path" && name !== role.idParameter && !role.collection.includes(`{${name}}`),
    )
    .map(({ name }) => name)
    .filter((name) => representations.hasProperty(shower.operation, name));
  const names = [...representations.writableProperties(operation)].filter((name) =>
    representations.hasProperty(shower.operation, name),
  );
  const effect = createEffect(context);
  const ofMember = createNamedMemberEffect(context);
  return ({ body, parameters }, current, now) => {
    const readChanges = withoutWrapper(body, role);
    const request = { body: readChanges, current, now };
    return {
      ...effect?.(request),
      ...pickMembers(parameters, below),
      ...pickMembers(readChanges, names),
      ...ofMember?.(request),
    };
  };
}

/** Members of an action's response that the item does not have. The path and the body provide them. */
function compileEchoed({
  operation,
  role,
  representations,
  shower,
}: ResourceContext): ((input: Input) => JsonObject) | undefined {
  const isOther = role.kind === "transition" && role.part === undefined && role.wrapper === undefined;
  const known = [...operation.parameters.map(({ name }) => name), ...representations.writableProperties(operation)];
  const names = known.filter(
    (name) => representations.hasProperty(operation, name) && !representations.hasProperty(shower.operation, name),
  );
  if (!isOther || names.length === 0) return undefined;
  return ({ parameters, body }) => pickMembers({ ...withoutWrapper(body, role), ...parameters }, names);
}
