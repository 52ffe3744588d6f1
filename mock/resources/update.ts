import {
  type Json,
  type JsonObject,
  isObject,
  jsonOf,
  membersOf,
  partsOf,
  propertyNamesOf,
} from "../../contracts/index.ts";
import type { Handler } from "../call.ts";
import { createHandler } from "./create.ts";
import { examplesOf } from "./examples.ts";
import { type ResourceContext, addressOf, canAdd, notFound, shown, unwrapped, whole } from "./resource.ts";

/** Changes an item: to what is sent, or as far as an action means it. */
export function updateHandler(context: ResourceContext): Handler {
  const { role } = context;
  const addressed = addressOf(role);
  const exampleAt = examplesOf(context);
  const create = canAdd(context) ? createHandler(context) : undefined;
  const changesBy = role.kind === "transition" ? transitionOf(context) : changesOf(context);
  return async (call) => {
    const address = addressed(call);
    if (address.id === "" && create) return create(call);
    const next = await call.store.change(address, (stored) => {
      const current = stored ?? exampleAt(call, address);
      if (!current && !create) return notFound(role, address.id);
      const id = call.input.parameters[role.idParameter ?? ""] ?? current?.value[role.idProperty ?? ""] ?? address.id;
      const body = changesBy(call.input.body, current?.value ?? {});
      return whole(context, call, address, { body, id, current });
    });
    if (next === null || "refused" in next) return next ?? notFound(role, address.id);
    return { ...shown(next, role), now: call.now };
  };
}

type Changes = (body: Json | undefined, current: JsonObject) => JsonObject;

function changesOf({ role }: ResourceContext): Changes {
  return (body) => unwrapped(body, role);
}

/** What an action takes is its own: it changes what the item has under the same name, as far as the contract says so. */
export function transitionOf({ contract, operation, role, representations, shower }: ResourceContext): Changes {
  const { part } = role;
  if (part !== undefined) {
    const isMerged = operation.method === "PATCH";
    return (body = null, current) => {
      const before = current[part];
      return { [part]: isMerged && isObject(before) && isObject(body) ? { ...before, ...body } : body };
    };
  }
  const schema = operation.body && jsonOf(operation.body.content)?.schema?.value;
  if (schema === undefined) return () => ({});
  const inner = role.wrapper === undefined ? [] : membersOf(contract, schema, role.wrapper);
  const taken = inner.length > 0 ? { allOf: inner } : schema;
  const names = [...propertyNamesOf(contract, taken)].filter(
    (name) =>
      representations.hasProperty(shower.operation, name) &&
      !membersOf(contract, taken, name).some((member) =>
        partsOf(contract, member).some(({ readOnly }) => readOnly === true),
      ),
  );
  return (body) => {
    const sent = unwrapped(body, role);
    return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(sent, name) ? [[name, sent[name] as Json]] : [])));
  };
}
