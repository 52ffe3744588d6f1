import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import type { WireRequest } from "../model/wire-message.ts";
import {
  type Json,
  type JsonObject,
  type Operation,
  joinPointer,
  jsonOf,
  membersOf,
  partsOf,
  propertyNamesOf,
  propertyPathOf,
  responseFor,
  schemasAtPath,
} from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { requestMedia } from "../requests/wire.ts";
import { bodiesFor } from "./story/bodies.ts";
import { isSuccess, shownIn } from "../items/fields.ts";
import { otherIdThan } from "./story/other-id.ts";
import { readingOf } from "./story/lost.ts";
import type { Relation, Story } from "./story/relation.ts";

/** readOnly members of a request are ignored or refused, both on create and on change. */
export const readOnlyKept: Relation = {
  id: "read-only-kept",
  claim: "Clients cannot set a readOnly property",
  cause: "readOnly",
  faultCode: "F203",
  needs: [],
  runs: 1,
  holds: async (item, story) => [
    ...(await acceptedOnCreate(item, story)),
    ...(await acceptedOnChange(item, story)),
    ...(await idTakenOnCreate(item, story)),
    ...(await idTakenOnChange(item, story)),
  ],
};

/** An item that was created with the readOnly id of the request. */
async function idTakenOnCreate(item: Item, story: Story): Promise<readonly Violation[]> {
  const { operation, contract, resource } = story;
  const forged = forgedIdFor(operation, item, story);
  const [body] = forged ? bodiesFor(contract, operation, item) : [];
  if (!forged || !body) return [];
  const made = await story.exchange(withBody(item.exchange, { ...body, [forged.name]: forged.id }));
  if (resource.createdItem(made)?.id !== forged.id) return [];
  const message = `A create request can set the item's "${forged.name}", which is readOnly`;
  return [{ key: forged.name, message, exchange: made }];
}

/** An item that is no longer found after a change whose body has another id. */
async function idTakenOnChange(item: Item, story: Story): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  for (const deed of ["update", "replace"] as const) {
    const operation = resource.operationOf(deed);
    const forged = operation && forgedIdFor(operation, item, story);
    const [body] = forged ? bodiesFor(contract, operation, item) : [];
    const other = body && (await resource.createItem({ body: item.sent }));
    if (!forged || !other || !(await readingOf(other, story))) continue;
    const changed = await resource.sendRequest(deed, other, { body: { ...body, [forged.name]: forged.id } });
    if (!changed || !isSuccess(changed)) continue;
    const read = await resource.sendRequest("read", other);
    if (!read || ![404, 410].includes(read.response.status)) continue;
    const message = `A change can set the item's "${forged.name}", which is readOnly: the item is no longer found`;
    return [{ key: `${deed} ${forged.name}`, message, exchange: read, otherExchanges: [changed] }];
  }
  return [];
}

/** Another id for the readOnly id member of a request body. */
function forgedIdFor(
  operation: Operation,
  { id }: Item,
  { contract, resource }: Story,
): { readonly name: string; readonly id: Json } | undefined {
  const schema = requestMedia(operation)?.schema;
  const name = resource.roleOf("read")?.idProperty;
  const members = schema && name !== undefined ? membersOf(contract, schema.value, name) : [];
  if (name === undefined || !members.some((member) => typeof member === "object" && member["readOnly"] === true))
    return undefined;
  const other = otherIdThan(id, { contract, schemas: members });
  return other === undefined ? undefined : { name, id: other };
}

async function acceptedOnCreate(item: Item, story: Story): Promise<readonly Violation[]> {
  const { operation, contract } = story;
  const forged = forgedFor(operation, item.value, story);
  if (Object.keys(forged).length === 0) return [];
  // Both bodies differ from the body of the item, because a duplicate may be refused.
  const [body, other] = bodiesFor(contract, operation, item);
  if (!body || !other) return [];
  const made = await story.exchange(withBody(item.exchange, { ...body, ...forged }));
  const acceptedName = acceptedMemberIn(forged, shownIn({ contract, operation, exchange: made }));
  if (acceptedName === undefined) return [];
  const forgedItem = answersWith(acceptedName, made, story) ? undefined : story.resource.createdItem(made);
  const read = forgedItem && (await readingOf(forgedItem, story));
  if (!answersWith(acceptedName, made, story) && !acceptedMemberIn(forged, read?.shown)) return [];
  // A create without the forged member rules out that the provider chose the value itself.
  const shownWithout = shownIn({ contract, operation, exchange: await story.exchange(withBody(item.exchange, other)) });
  return acceptedMemberIn({ [acceptedName]: forged[acceptedName] as Json }, shownWithout)
    ? []
    : [
        {
          key: acceptedName,
          message: `A create request can set "${acceptedName}" of an item, which is readOnly`,
          shown: { pointer: joinPointer("", acceptedName) },
          exchange: made,
        },
      ];
}

/** True if the response shows the readOnly member itself, and not one of another object that has the same name. */
function answersWith(name: string, { response: { status } }: Exchange, { contract, operation }: Story): boolean {
  const answered = jsonOf(responseFor(operation, status)?.content ?? [])?.schema;
  const steps = answered && propertyPathOf(contract, answered.value, rolesFor(contract).get(operation)?.wrapper);
  const items = answered && steps ? schemasAtPath(contract, answered.value, steps) : [];
  const members = items.flatMap((item) => membersOf(contract, item, name));
  return members.some((member) => typeof member === "object" && member["readOnly"] === true);
}

async function acceptedOnChange(item: Item, story: Story): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  const broken: Violation[] = [];
  for (const deed of ["update", "replace"] as const) {
    const operation = resource.operationOf(deed);
    const before = operation && (await readingOf(item, story));
    const forged = before ? forgedFor(operation, before.shown, story) : {};
    const [body] = operation && Object.keys(forged).length > 0 ? bodiesFor(contract, operation, item) : [];
    if (!body) continue;
    const changed = await resource.sendRequest(deed, item, { body: { ...body, ...forged } });
    const after = changed && isSuccess(changed) ? await readingOf(item, story) : undefined;
    const acceptedName = acceptedMemberIn(forged, after?.shown);
    if (!after || acceptedName === undefined) continue;
    // The same change without the forged member rules out that the provider chose the value itself.
    const other = await resource.createItem({ body: item.sent });
    const plain = other && (await resource.sendRequest(deed, other, { body }));
    const plainReading = plain && isSuccess(plain) ? await readingOf(other, story) : undefined;
    if (!plainReading || acceptedMemberIn({ [acceptedName]: forged[acceptedName] as Json }, plainReading.shown))
      continue;
    const message = `A change request can set "${acceptedName}" of an item, which is readOnly`;
    broken.push({
      key: `${deed} ${acceptedName}`,
      message,
      shown: { pointer: joinPointer("", acceptedName) },
      exchange: after.exchange,
    });
  }
  return broken;
}

/** Changed values of the readOnly members of a request body, without the id. */
function forgedFor(operation: Operation, shown: JsonObject, { contract, resource }: Story): JsonObject {
  const schema = requestMedia(operation)?.schema;
  if (!schema) return {};
  const { idProperty } = resource.roleOf("read") ?? {};
  const forged = [...propertyNamesOf(contract, schema.value)].flatMap((name): [string, Json][] => {
    const members = membersOf(contract, schema.value, name).filter((member) => typeof member === "object");
    const isReadOnly = members.some((member) => member["readOnly"] === true);
    if (!isReadOnly || name === idProperty?.split(".", 1)[0] || !Object.hasOwn(shown, name)) return [];
    const values = members.flatMap(
      (member) => partsOf(contract, member).flatMap((part) => part["enum"] ?? []) as Json[],
    );
    const other = otherThan(shown[name] as Json, values);
    return other === undefined ? [] : [[name, other]];
  });
  return Object.fromEntries(forged);
}

/** Another enum value, or a value that a provider hardly chooses by chance. */
function otherThan(value: Json, values: readonly Json[]): Json | undefined {
  if (values.length > 0) return values.find((other) => other !== value && other !== null);
  if (typeof value === "number") return value + 4097;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return undefined;
  return Number.isNaN(Date.parse(value)) ? `${value}4097` : "2001-02-03T04:05:06Z";
}

/** The name of a forged member that the response shows with its forged value. */
function acceptedMemberIn(forged: JsonObject, shown: JsonObject | undefined): string | undefined {
  return Object.keys(forged).find((name) => shown?.[name] === forged[name]);
}

function withBody({ request }: Exchange, body: JsonObject): WireRequest {
  return { ...request, body: JSON.stringify(body) };
}
