import type { JsonObject } from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import { subscribedTo, listWebhooks } from "../deliveries/index.ts";
import { countHops } from "../model/hops.ts";

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

/** Publishes an event in an organization. */
export type Publish = (context: EventContext, occurrence: Occurrence) => Promise<EventEffects>;

/** Publishes an event by its deliveries alone. */
export const publishToWebhooks: Publish = async (context, occurrence) => ({
  executions: [],
  deliveries: await deliverEvent(context, occurrence),
});

/** Delivers an event to the webhooks that subscribe to it. Returns the ids of the deliveries. */
export async function deliverEvent(
  context: EventContext,
  { id, event_name, occurred_at, payload }: Occurrence,
  schema?: JsonObject,
): Promise<readonly string[]> {
  const subscribed = subscribedTo(await listWebhooks(context), event_name);
  if (subscribed.length === 0) return [];
  const hops = context.request ? countHops(context.request) : 0;
  const event = { id, name: event_name, time: occurred_at, payload, schema, hops };
  return context.world.deliveries().deliver(event, subscribed, context.store);
}
