import { type JsonObject, isObject } from "../../contracts/index.ts";
import type { Call, Handler } from "../call.ts";
import type { Address, Stored } from "../state/store.ts";
import { createHandler } from "./create.ts";
import { listHandler } from "./list.ts";
import {
  type ResourceContext,
  addressOf,
  canAdd,
  inPath,
  notFound,
  shown,
  unwrapped,
  whole,
  wrapped,
} from "./resource.ts";
import { singletonHandler } from "./singleton.ts";

/** The handler that an operation has by its role alone. */
export function handlerFor(context: ResourceContext): Handler {
  switch (context.role.kind) {
    case "create":
      return createHandler(context);
    case "read":
      return readHandler(context);
    case "replace":
    case "update":
      return updateHandler(context);
    case "delete":
      return deleteHandler(context);
    case "list":
      return listHandler(context);
    case "singleton":
      return singletonHandler(context);
    case "action":
      return actionHandler(context);
  }
}

/** Answers an example, of what the path names. */
function actionHandler({ operation, representations }: ResourceContext): Handler {
  return ({ input, world, path, seed }) => {
    const value = representations.example(operation, `${seed} ${world.organization} ${path}`);
    if (!isObject(value)) return { value };
    return { value: { ...value, ...inPath(operation, input.parameters, (name) => Object.hasOwn(value, name)) } };
  };
}

function readHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = addressOf(role);
  const exampleAt = examplesOf(context);
  return async (call) => {
    const address = addressed(call);
    const stored = await call.store.read(address);
    if (stored) return shown(stored, role);
    const value = exampleAt(call, address);
    return value ? { value: wrapped(value, role) } : notFound(role, address.id);
  };
}

function updateHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = addressOf(role);
  const exampleAt = examplesOf(context);
  const create = canAdd(context) ? createHandler(context) : undefined;
  return async (call) => {
    const body = unwrapped(call.input.body, role);
    const address = addressed(call);
    if (address.id === "" && create) return create(call);
    const next = await call.store.change(address, (stored) => {
      const current = stored ?? heldBy(exampleAt(call, address));
      if (!current && !create) return notFound(role, address.id);
      const id = call.input.parameters[role.idParameter ?? ""] ?? current?.value[role.idProperty ?? ""] ?? address.id;
      return whole(context, call, address, { body, id, current });
    });
    if (next === null || "refused" in next) return next ?? notFound(role, address.id);
    return { ...shown(next, role), now: call.now };
  };
}

function deleteHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = addressOf(role);
  const exampleAt = examplesOf(context);
  return async (call) => {
    const address = addressed(call);
    let gone: Stored | undefined;
    const outcome = await call.store.change(address, (stored) => {
      gone = stored ?? heldBy(exampleAt(call, address));
      return gone ? null : notFound(role, address.id);
    });
    return outcome !== null && "refused" in outcome ? outcome : gone ? shown(gone, role) : {};
  };
}

/** The item that a collection which nothing can fill has under every id; none in any other collection. */
function examplesOf({ operation, role, representations, isWritable, reader }: ResourceContext) {
  const shower = reader ?? { operation, role };
  return (call: Call, { organization, collection, id }: Address): JsonObject | undefined => {
    if (isWritable) return undefined;
    const name = `${call.seed} ${organization} ${collection}/${id}`;
    const example = unwrapped(representations.example(shower.operation, name), shower.role);
    const given = call.input.parameters[role.idParameter ?? ""];
    return {
      ...example,
      ...inPath(operation, call.input.parameters, (parent) => Object.hasOwn(example, parent)),
      ...(role.idProperty !== undefined && given !== undefined && { [role.idProperty]: given }),
    };
  };
}

function heldBy(value: JsonObject | undefined): Stored | undefined {
  return value && { value };
}
