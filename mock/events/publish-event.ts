import { type JsonObject, encode, isObject } from "../../contracts/index.ts";
import { startFlows } from "../automation/start-flows.ts";
import type { Call } from "../calls/call.ts";
import { subscribedTo, webhooksOf } from "../deliveries/index.ts";
import { hopsOf } from "../model/hops.ts";
import { collections, putItem } from "../state/other-collections.ts";

/** Organization, time and state of an event, and the request that caused it, if any. */
export type EventContext = Pick<Call, "store" | "world" | "seed" | "now"> & Partial<Pick<Call, "request">>;

/** Occurrence of an event. */
export interface Occurrence extends JsonObject {
  readonly id: string;
  readonly event_name: string;
  /** Time of the event (RFC 3339). */
  readonly occurred_at: string;
  readonly payload: JsonObject;
}

/** Effects of an event. */
export interface EventEffects {
  /** Ids of the flow executions that it started. */
  readonly executions: readonly string[];
  /** Ids of the deliveries to webhooks. */
  readonly deliveries: readonly string[];
}

/**
 * Publishes an event: starts the flows that wait for it, and delivers it to the webhooks that subscribe to it.
 * @param definition Entry of the event catalog, if there is one.
 */
export async function publishEvent(
  context: EventContext,
  { id, event_name, occurred_at, payload }: Occurrence,
  definition: JsonObject = {},
): Promise<EventEffects> {
  const trigger = { type: "event_catalog", event_id: id, event_name, occurred_at, payload } as const;
  const executions = await startFlows(context, trigger);
  const subscribed = subscribedTo(await webhooksOf(context), event_name);
  if (subscribed.length === 0) return { executions, deliveries: [] };
  const { payload_schema } = definition;
  const schema = isObject(payload_schema) ? payload_schema : undefined;
  const hops = context.request ? hopsOf(context.request) : 0;
  const event = { id, name: event_name, time: occurred_at, payload, schema, hops };
  return { executions, deliveries: context.world.deliveries().tell(event, subscribed, context.store.afterCommit) };
}

/** Stores an occurrence of an event that the catalog defines. */
export async function storeOccurrence(context: EventContext, value: Occurrence): Promise<void> {
  await putItem(context, occurrencesOf(value.event_name), { id: value.id, value });
}

/** Collection of the occurrences of an event. */
export function occurrencesOf(name: string): string {
  return `${collections.catalogEvents}/${encode(name)}/occurrences`;
}
