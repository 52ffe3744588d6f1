import { type Json, type JsonObject, percentEncode, isObject } from "../../../contracts/index.ts";
import {
  type EventContext,
  type EventEffects,
  type Occurrence,
  deliverEvent,
  readOtherItem,
  putItem,
} from "../../../mock/profile/index.ts";
import { startFlows } from "./automation/start-flows.ts";
import { collections } from "./collections.ts";

/**
 * Publishes an event that a test emits. If the event catalog defines it, its occurrence is stored, and a disabled event
 * has no effects.
 */
export async function publish(context: EventContext, { id, event_name, ...rest }: Occurrence): Promise<EventEffects> {
  const definition = (await readOtherItem(context, collections.catalogEvents, event_name))?.value;
  const event_version = (definition?.["version"] ?? 1) as Json;
  const occurrence = { id, event_name, event_version, ...rest };
  if (definition) await storeOccurrence(context, occurrence);
  if (definition?.["enabled"] === false) return { executions: [], deliveries: [] };
  return publishEvent(context, occurrence, definition);
}

/**
 * Publishes an event: starts the flows that wait for it, and delivers it to the webhooks that subscribe to it.
 * @param definition Entry of the event catalog, if there is one.
 */
export async function publishEvent(
  context: EventContext,
  occurrence: Occurrence,
  definition: JsonObject = {},
): Promise<EventEffects> {
  const { id, event_name, occurred_at, payload } = occurrence;
  const trigger = { type: "event_catalog", event_id: id, event_name, occurred_at, payload } as const;
  const executions = await startFlows(context, trigger);
  const { payload_schema } = definition;
  const schema = isObject(payload_schema) ? payload_schema : undefined;
  return { executions, deliveries: await deliverEvent(context, occurrence, schema) };
}

/** Stores an occurrence of an event that the catalog defines. */
export async function storeOccurrence(context: EventContext, value: Occurrence): Promise<void> {
  await putItem(context, nameOccurrences(value.event_name), { id: value.id, value });
}

/** Collection of the occurrences of an event. */
export function nameOccurrences(name: string): string {
  return `${collections.catalogEvents}/${percentEncode(name)}/occurrences`;
}
