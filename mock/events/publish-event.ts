import { type JsonObject, encode, isObject } from "../../contracts/index.ts";
import { startFlows } from "../automation/start-flows.ts";
import type { Call } from "../calls/call.ts";
import { subscribedTo, webhooksOf } from "../deliveries/index.ts";
import { hopsOf } from "../model/hops.ts";
import { collections, putItem } from "../state/other-collections.ts";

/** Where something happens: in an organization, at a time, by a request or without one. */
export type Scene = Pick<Call, "store" | "world" | "seed" | "now"> & Partial<Pick<Call, "request">>;

/** One time that an event happened. */
export interface Occurrence extends JsonObject {
  readonly id: string;
  readonly event_name: string;
  /** RFC 3339. */
  readonly occurred_at: string;
  readonly payload: JsonObject;
}

/** What an event has caused. */
export interface Caused {
  /** The ids of the flow executions that it started. */
  readonly executions: readonly string[];
  /** The ids of the deliveries to webhooks. */
  readonly deliveries: readonly string[];
}

/**
 * An event happens: the flows that wait for it start, and the webhooks that subscribe to it are told (§6). One that
 * the catalog has comes with its definition.
 */
export async function occur(
  scene: Scene,
  { id, event_name, occurred_at, payload }: Occurrence,
  definition: JsonObject = {},
): Promise<Caused> {
  const event = { type: "event_catalog", event_id: id, event_name, occurred_at, payload } as const;
  const executions = await startFlows(scene, event);
  const subscribed = subscribedTo(await webhooksOf(scene), event_name);
  if (subscribed.length === 0) return { executions, deliveries: [] };
  const { payload_schema } = definition;
  const schema = isObject(payload_schema) ? payload_schema : undefined;
  const hops = scene.request ? hopsOf(scene.request) : 0;
  const happening = { id, name: event_name, time: occurred_at, payload, schema, hops };
  return { executions, deliveries: scene.world.deliveries().tell(happening, subscribed, scene.store.afterCommit) };
}

/** Keeps an occurrence of an event that the catalog has. */
export async function keepOccurrence(scene: Scene, value: Occurrence): Promise<void> {
  await putItem(scene, occurrencesOf(value.event_name), { id: value.id, value });
}

/** The collection of an event's occurrences. */
export function occurrencesOf(name: string): string {
  return `${collections.catalogEvents}/${encode(name)}/occurrences`;
}
