import type { Contract, Json, JsonObject, Operation, Role } from "../../contracts/index.ts";
import { encode } from "../../contracts/index.ts";
import type { Answer, Call, Handler } from "../call.ts";
import type { Refusal } from "../problem.ts";
import type { Address, Stored } from "../state/store.ts";
import { listHandler } from "./list.ts";
import { type Representations, membersIn, singular } from "./representation.ts";

export interface ResourceContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly role: Role;
  readonly representations: Representations;
  /** Whether any operation can put something into the collection. */
  readonly isWritable: boolean;
  /** The operation that reads an item of the collection, if there is one. */
  readonly reader?: Operation;
}

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
      return listHandler(context, collectionOf(context.role));
    case "singleton":
      return singletonHandler(context);
    case "action":
      return ({ operation, world, path, seed }) => ({
        value: context.representations.example(operation, `${seed} ${world.organization} ${path}`),
      });
  }
}

function createHandler(context: ResourceContext): Handler {
  const { role, representations, operation } = context;
  const collection = collectionOf(role);
  return async (call) => {
    const body = unwrapped(call.input.body, role);
    const { organization } = call.world;
    const sent = role.idProperty === undefined ? undefined : body[role.idProperty];
    const counter = await call.store.next(organization);
    const id = isId(sent)
      ? sent
      : representations.newId(role, operation, `${call.seed} ${organization} ${counter}`, counter);
    const address = { organization, collection: collection(call), id: String(id) };
    const conflicts = operation.responses.some(({ status }) => status === "409");
    const next = await call.store.change(address, (current) =>
      current && conflicts
        ? { refused: `There already is ${named(role)} "${id}"`, status: 409 }
        : whole(context, call, address, body, id, undefined),
    );
    if (next === null || "refused" in next) return next ?? notFound(role, String(id));
    return { ...shown(next, role), headers: { location: `${call.path.replace(/\/$/, "")}/${encode(String(id))}` } };
  };
}

function readHandler({ role, representations, isWritable }: ResourceContext): Handler {
  const addressed = addressOf(role);
  return async (call) => {
    const address = addressed(call);
    const stored = await call.store.read(address);
    if (stored) return shown(stored, role);
    if (isWritable) return notFound(role, address.id);
    const example = representations.example(call.operation, `${call.seed} ${address.organization} ${call.path}`);
    const id = call.input.parameters[role.idParameter ?? ""];
    const item = {
      ...unwrapped(example, role),
      ...(role.idProperty !== undefined && id !== undefined && { [role.idProperty]: id }),
    };
    return { value: wrapped(item, role) };
  };
}

function updateHandler(context: ResourceContext): Handler {
  const { role, operation } = context;
  const addressed = addressOf(role);
  const mayCreate = !operation.responses.some(({ status }) => status === "404");
  return async (call) => {
    const body = unwrapped(call.input.body, role);
    const address = addressed(call);
    const next = await call.store.change(address, (current) => {
      if (!current && !mayCreate) return notFound(role, address.id);
      const id = call.input.parameters[role.idParameter ?? ""] ?? current?.value[role.idProperty ?? ""] ?? address.id;
      return whole(context, call, address, body, id as string | number, current);
    });
    if (next === null || "refused" in next) return next ?? notFound(role, address.id);
    return shown(next, role);
  };
}

function deleteHandler({ role }: ResourceContext): Handler {
  const addressed = addressOf(role);
  return async (call) => {
    const address = addressed(call);
    let gone: Stored | undefined;
    const outcome = await call.store.change(address, (current) => {
      gone = current;
      return current ? null : notFound(role, address.id);
    });
    return outcome !== null && "refused" in outcome ? outcome : gone ? shown(gone, role) : {};
  };
}

function singletonHandler({ role, representations }: ResourceContext): Handler {
  const collection = collectionOf(role);
  return async (call) => {
    const { organization } = call.world;
    const address = { organization, collection: collection(call), id: "" };
    const name = `${call.seed} ${organization} ${call.path}`;
    const current = await call.store.read(address);
    if (call.operation.method === "GET")
      return current
        ? { value: current.value, stored: current }
        : { value: representations.example(call.operation, name) };
    const before = call.operation.method === "PATCH" ? current?.value : undefined;
    const value = membersIn(representations.answer(call.operation, { ...before, ...membersIn(call.input.body) }, name));
    await call.store.change(address, () => ({ value }));
    return { value };
  };
}

/** A resource with all that its operations promise to show, whatever was sent. */
function whole(
  { operation, role, representations, reader }: ResourceContext,
  call: Call,
  address: Address,
  body: JsonObject,
  id: string | number,
  current: Stored | undefined,
): Stored {
  const isReplaced = operation.method === "PUT";
  const kept = isReplaced ? createdOnly(current?.value) : current?.value;
  const identified = { ...kept, ...body, ...(role.idProperty !== undefined && { [role.idProperty]: id }) };
  const name = `${call.seed} ${address.organization} ${address.collection} ${address.id}`;
  let value: JsonObject = representations.stamp(operation, identified, new Date(call.now), current === undefined);
  // What only the answer to a creation shows (a secret, say) is not part of the resource.
  const shower = reader ?? operation;
  value = { ...value, ...unwrapped(representations.answer(shower, wrapped(value, role), name), role) };
  return { value };
}

/** What a replacement keeps: when the resource was made. */
function createdOnly(value: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([name]) => /^_?created(_?at|_?on)?$/i.test(name)));
}

/** The concrete path of the collection that a call is about. */
export function collectionOf({ collection }: Role): (call: Call) => string {
  const parts = collection.split(/\{([^{}]+)\}/);
  if (parts.length === 1) return () => collection;
  return ({ input }) =>
    parts.map((part, index) => (index % 2 === 0 ? part : encode(String(input.parameters[part] ?? "")))).join("");
}

function addressOf(role: Role): (call: Call) => Address {
  const collection = collectionOf(role);
  return (call) => {
    const id =
      call.input.parameters[role.idParameter ?? ""] ?? unwrapped(call.input.body, role)[role.idProperty ?? ""] ?? "";
    return { organization: call.world.organization, collection: collection(call), id: String(id) };
  };
}

function shown(stored: Stored, role: Role): Answer {
  return { value: wrapped(stored.value, role), stored };
}

function wrapped(item: JsonObject, { wrapper }: Role): JsonObject {
  return wrapper === undefined ? item : { [wrapper]: item };
}

function unwrapped(body: Json | undefined, { wrapper }: Role): JsonObject {
  const members = membersIn(body);
  return wrapper !== undefined && Object.keys(members).includes(wrapper) ? membersIn(members[wrapper]) : members;
}

function notFound(role: Role, id: string): Refusal {
  return { refused: `There is no ${named(role)} "${id}"`, status: 404 };
}

function named({ collection }: Role): string {
  return singular(collection);
}

function isId(value: Json | undefined): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}
