import {
  type Answer,
  type Behaviour,
  type Call,
  type Refusal,
  type Stored,
  amendItem,
  readOtherItem,
  listOtherItems,
  toMembers,
  newId,
  payloadViolations,
  refuseViolations,
} from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import { storeOccurrence, publishEvent, nameOccurrences } from "../events.ts";
import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { isTriggeredBy } from "../automation/flow.ts";

/** Period in which an idempotency key returns the occurrence of its first request. */
const KEY_LIFETIME = 24 * 60 * 60 * 1000;

/**
 * An event of the catalog starts the flows that it triggers, and each execution reports it as
 * trigger_event (§4.6, §6). All other effects of occurrences are assumed, also their delivery to
 * webhooks.
 */
export const catalogTrigger: Behaviour = {
  id: "catalog-trigger",
  section: "6",
  operations: [
    "event-catalog/defineCatalogEvent",
    "event-catalog/raiseCatalogEvent",
    "event-catalog/retireCatalogEvent",
    "event-catalog/listCatalogEventOccurrences",
    "event-catalog/getCatalogEventOccurrence",
  ],
  async handle(call, next) {
    if (call.operation.id === "defineCatalogEvent") return markAsOwn(call, await next(call));
    const name = String(call.input.parameters["event_name"]);
    const event = await readOtherItem(call, collections.catalogEvents, name);
    if (!event) return { refused: `There is no event "${name}"`, status: 404 };
    switch (call.operation.id) {
      case "raiseCatalogEvent":
        return raise(call, name, event.value);
      case "retireCatalogEvent":
        return retire(call, name);
      case "listCatalogEventOccurrences":
        return listOccurrences(call, name);
      default:
        return readOccurrence(call, name);
    }
  },
};

/** An event definition of an organization is its own, and can be triggered from now on. */
async function markAsOwn(call: Call, answer: Answer | Refusal): Promise<Answer | Refusal> {
  if ("refused" in answer) return answer;
  const id = String(toMembers(answer.value)["name"]);
  const members = { origin: "custom", version: 1, enabled: true };
  const stored = await amendItem(call, collections.catalogEvents, { id, members });
  if (stored) return { ...answer, value: stored.value, stored };
  return answer;
}

async function raise(call: Call, name: string, event: JsonObject): Promise<Answer | Refusal> {
  if (event["retired_at"] !== undefined)
    return { refused: `Event "${name}" was retired at ${String(event["retired_at"])}`, status: 409 };
  const body = toMembers(call.input.body);
  const violations = payloadViolations(event["payload_schema"], toMembers(body["payload"]));
  if (violations.length > 0) return refuseViolations(400, violations);
  const id = await newId(call, "evt");
  const value = {
    id,
    event_name: name,
    event_version: event["version"] as Json,
    occurred_at: String(body["occurred_at"] ?? new Date(call.now).toISOString()),
    payload: toMembers(body["payload"]),
  };
  const firstOccurrence =
    body["idempotency_key"] === undefined
      ? value
      : await findFirstOccurrence(call, String(body["idempotency_key"]), value);
  const headers = { location: `${nameOccurrences(name)}/${String(firstOccurrence["id"])}` };
  if (firstOccurrence["id"] !== id) return { value: firstOccurrence, headers };
  await storeOccurrence(call, value);
  if (event["enabled"] !== false) await publishEvent(call, value, event);
  return { value, headers };
}

/** Occurrence of the first request with an idempotency key within a day. */
async function findFirstOccurrence(
  { store, world, now }: Call,
  key: string,
  occurrence: JsonObject,
): Promise<JsonObject> {
  const address = {
    organization: world.organization,
    collection: `${nameOccurrences(String(occurrence["event_name"]))}:keys`,
    id: key,
  };
  const storedKey = await store.change(address, (current) =>
    current && now - Number(current.value["at"]) < KEY_LIFETIME ? current : { value: { at: now, occurrence } },
  );
  return toMembers((storedKey as Stored).value["occurrence"]);
}

async function retire(call: Call, name: string): Promise<Answer | Refusal> {
  const flow = (await listOtherItems(call, collections.automationFlows)).find(({ value }) =>
    isTriggeredBy(value, name),
  );
  if (flow)
    return {
      refused: `Event "${name}" cannot be retired: flow "${String(flow.value["id"])}" waits for it`,
      status: 409,
    };
  const time = new Date(call.now).toISOString();
  const members = { enabled: false, retired_at: time, updated_at: time };
  const stored = await amendItem(call, collections.catalogEvents, { id: name, members });
  if (stored) return { value: stored.value, stored };
  return { refused: `There is no event "${name}"`, status: 404 };
}

/**
 * A page of occurrences, the latest first. Its cursor is the number of occurrences before the page. An
 * unreadable cursor selects the first page.
 */
async function listOccurrences(call: Call, name: string): Promise<Answer> {
  const { since, until, cursor, limit = 100 } = call.input.parameters;
  const [from, to] = [parseOccurrenceTime(since ?? null) ?? -Infinity, parseOccurrenceTime(until ?? null) ?? Infinity];
  const occurrences = (await listOtherItems(call, nameOccurrences(name)))
    .toReversed()
    .map((item) => ({ item, time: parseOccurrenceTime(item.value["occurred_at"] ?? null) ?? 0 }))
    .filter(({ time }) => time >= from && time < to)
    .toSorted((one, other) => other.time - one.time);
  const offset =
    cursor === undefined ? 0 : Number.parseInt(Buffer.from(String(cursor), "base64url").toString(), 10) || 0;
  const end = Math.max(0, offset) + Number(limit);
  const items = occurrences.slice(Math.max(0, offset), end).map(({ item }) => item);
  const next_cursor = Buffer.from(String(end)).toString("base64url");
  return { page: { items, envelope: end < occurrences.length ? { next_cursor } : {} } };
}

async function readOccurrence(call: Call, name: string): Promise<Answer | Refusal> {
  const id = String(call.input.parameters["occurrence_id"]);
  const stored = await readOtherItem(call, nameOccurrences(name), id);
  if (stored) return { value: stored.value, stored };
  return { refused: `There is no occurrence "${id}" of event "${name}"`, status: 404 };
}

function parseOccurrenceTime(text: Json): number | undefined {
  const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
