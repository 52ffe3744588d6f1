import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  joinPointer,
  findJsonMedia,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  splitPropertyPath,
  findResponse,
  schemasAtPath,
} from "../../contracts/index.ts";
import { isGone, isSuccess, readShownItem } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import type { Exchange } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { requestMedia } from "../requests/wire.ts";
import { type Write, listWrites, otherIdThan } from "./story/acts.ts";
import { listValidBodies } from "./story/bodies.ts";
import { readCurrentItem } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Violation, collectViolations } from "./story/violation.ts";

/** readOnly members of a request are ignored or refused, both on create and on change. */
export const readOnlyKept: Relation = {
  id: "read-only-kept",
  claim: "Clients cannot set a readOnly property",
  cause: "readOnly",
  faultCode: "F203",
  needs: [],
  runs: 1,
  async holds(item, story) {
    const writes = listWrites(story);
    const broken = [
      ...(await acceptedOnCreate(item, story)),
      ...(await collectViolations(writes, (write) => acceptedOnChange(write, item, story))),
      ...(await idTakenOnCreate(item, story)),
    ];
    return [
      ...broken,
      ...(await collectViolations(writes, (write) => idTakenOnChange(write, item, story))).slice(0, 1),
    ];
  },
};

/** Sends the create request of an item with another body. */
function sendForgedCreate(item: Item, body: JsonObject, story: Story): Promise<Exchange> {
  return story.exchange({ ...item.exchange.request, body: JSON.stringify(body) });
}

/** An item that was created with the readOnly id of the request. */
async function idTakenOnCreate(item: Item, story: Story): Promise<readonly Violation[]> {
  const { operation, contract, resource } = story;
  const forged = forgeId(operation, item, story);
  const [body] = forged ? listValidBodies(contract, operation, item) : [];
  if (!forged || !body) return [];
  const made = await sendForgedCreate(item, { ...body, [forged.name]: forged.id }, story);
  if (resource.createdItem(made)?.id !== forged.id) return [];
  const message = `A create request can set the item's "${forged.name}", which is readOnly`;
  return [{ key: forged.name, message, exchange: made }];
}

/** An item that is no longer found after a change whose body has another id. */
async function idTakenOnChange(write: Write, item: Item, story: Story): Promise<readonly Violation[]> {
  const forged = forgeId(write.operation, item, story);
  const [body] = forged ? write.bodies(item) : [];
  const other = body && (await story.resource.createItem({ body: item.sent }));
  if (!forged || !other || !(await readCurrentItem(other, story))) return [];
  const changed = await write.send(other, { body: { ...body, [forged.name]: forged.id } });
  const read = changed && isSuccess(changed) ? await story.resource.sendRequest("read", other) : undefined;
  if (!changed || !read || !isGone(read)) return [];
  const message = `A change can set the item's "${forged.name}", which is readOnly: the item is no longer found`;
  return [{ key: `${write.deed} ${forged.name}`, message, exchange: read, otherExchanges: [changed] }];
}

/** Another id for the readOnly id member of a request body. */
function forgeId(
  operation: Operation,
  { id }: Item,
  story: Story,
): { readonly name: string; readonly id: Json } | undefined {
  const schema = requestMedia(operation)?.schema;
  const name = story.resource.roleOf("read")?.idProperty;
  const members = schema && name !== undefined ? listMemberSchemas(story.contract, schema.value, name) : [];
  const other = members.some(isReadOnly) ? otherIdThan(id, members, story) : undefined;
  if (other === undefined || name === undefined) return undefined;
  return { name, id: other };
}

async function acceptedOnCreate(item: Item, story: Story): Promise<readonly Violation[]> {
  const { operation, contract } = story;
  const forged = forgeMembers(operation, item.value, story);
  if (Object.keys(forged).length === 0) return [];
  // Both bodies differ from the body of the item, because a duplicate may be refused.
  const [body, other] = listValidBodies(contract, operation, item);
  if (!body || !other) return [];
  const made = await sendForgedCreate(item, { ...body, ...forged }, story);
  const name = findAcceptedMember(forged, readShownItem({ contract, operation, exchange: made }));
  if (name === undefined) return [];
  if (!answersWith(name, made, story)) {
    const forgedItem = story.resource.createdItem(made);
    const read = forgedItem && (await readCurrentItem(forgedItem, story));
    if (findAcceptedMember(forged, read?.shown) === undefined) return [];
  }
  // A create without the forged member rules out that the provider chose the value itself.
  const plain = readShownItem({ contract, operation, exchange: await sendForgedCreate(item, other, story) });
  if (plain?.[name] === forged[name]) return [];
  const message = `A create request can set "${name}" of an item, which is readOnly`;
  return [{ key: name, message, shown: { pointer: joinPointer("", name) }, exchange: made }];
}

/** True if the response shows the readOnly member itself, and not one of another object that has the same name. */
function answersWith(name: string, { response: { status } }: Exchange, { contract, operation }: Story): boolean {
  const answered = findJsonMedia(findResponse(operation, status)?.content ?? [])?.schema;
  if (!answered) return false;
  const steps = splitPropertyPath(contract, answered.value, rolesFor(contract).get(operation)?.wrapper);
  const items = schemasAtPath(contract, answered.value, steps);
  return items.flatMap((item) => listMemberSchemas(contract, item, name)).some(isReadOnly);
}

async function acceptedOnChange(write: Write, item: Item, story: Story): Promise<readonly Violation[]> {
  const { deed, operation, send } = write;
  const before = await readCurrentItem(item, story);
  const forged = before ? forgeMembers(operation, before.shown, story) : {};
  const [body] = Object.keys(forged).length > 0 ? write.bodies(item) : [];
  const changed = body && (await send(item, { body: { ...body, ...forged } }));
  const after = changed && isSuccess(changed) ? await readCurrentItem(item, story) : undefined;
  const name = findAcceptedMember(forged, after?.shown);
  if (!body || !after || name === undefined) return [];
  // The same change without the forged member rules out that the provider chose the value itself.
  const other = await story.resource.createItem({ body: item.sent });
  const plain = other && (await send(other, { body }));
  const plainReading = plain && isSuccess(plain) ? await readCurrentItem(other, story) : undefined;
  if (!plainReading || plainReading.shown[name] === forged[name]) return [];
  const message = `A change request can set "${name}" of an item, which is readOnly`;
  return [{ key: `${deed} ${name}`, message, shown: { pointer: joinPointer("", name) }, exchange: after.exchange }];
}

/** Changed values of the readOnly members of a request body, without the id. */
function forgeMembers(operation: Operation, shown: JsonObject, { contract, resource }: Story): JsonObject {
  const schema = requestMedia(operation)?.schema;
  if (!schema) return {};
  const { idProperty } = resource.roleOf("read") ?? {};
  const forged = [...listPropertyNames(contract, schema.value)].flatMap((name): [string, Json][] => {
    const members = listMemberSchemas(contract, schema.value, name);
    const isId = name === idProperty?.split(".", 1)[0];
    if (!members.some(isReadOnly) || isId || !Object.hasOwn(shown, name)) return [];
    const parts = members.flatMap((member) => listSchemaParts(contract, member));
    const other = otherThan(shown[name] as Json, parts.flatMap((part) => part["enum"] ?? []) as Json[]);
    return other === undefined ? [] : [[name, other]];
  });
  return Object.fromEntries(forged);
}

function isReadOnly(member: JsonSchema): boolean {
  return typeof member === "object" && member["readOnly"] === true;
}

/** Another enum value, or a value that a provider hardly chooses by chance. */
function otherThan(value: Json, values: readonly Json[]): Json | undefined {
  if (values.length > 0) return values.find((other) => other !== value && other !== null);
  if (typeof value === "number") return value + 4097;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return undefined;
  if (Number.isNaN(Date.parse(value))) return `${value}4097`;
  return "2001-02-03T04:05:06Z";
}

/** The name of a forged member that the response shows with its forged value. */
function findAcceptedMember(forged: JsonObject, shown: JsonObject | undefined): string | undefined {
  return Object.keys(forged).find((name) => shown?.[name] === forged[name]);
}
