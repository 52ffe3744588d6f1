import type { Json, JsonObject } from "../../contracts/index.ts";
import { timeOf } from "../model/clock.ts";
import { newId } from "../calls/new-id.ts";
import { object, record, shape, text } from "../model/shape.ts";
import { collections, itemOf } from "../state/other-collections.ts";
import { type Caused, type Scene, keepOccurrence, occur } from "./publish-event.ts";

/** An event that a test lets happen. */
export interface EmittedEvent {
  /** The event type: one of the platform's or the organization's own, such as "entity.created". */
  readonly name: string;
  /** What it tells; nothing if not said. */
  readonly payload?: JsonObject;
  /** When it happened (RFC 3339); now, by the organization's clock, if not said. */
  readonly time?: string;
}

/** What an emitted event is called, and what it has caused. */
export interface Emitted extends Caused {
  readonly id: string;
}

const faultOfEvent = record(
  {
    name: text,
    payload: object,
    time: shape("a time (RFC 3339)", isTime),
  },
  ["name"],
);

function isTime(value: unknown): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
  return form.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
}

/**
 * Lets an event happen, of whatever name: one that the catalog has is an occurrence there, unless it was switched off.
 * @throws RangeError where it is no event.
 */
export async function emit(scene: Scene, event: EmittedEvent): Promise<Emitted> {
  const fault = faultOfEvent(event);
  if (fault !== undefined)
    throw new RangeError(`Cannot emit that: ${fault}; an event is { name: "entity.created", payload: { … } }`);
  const { name, payload = {}, time } = event;
  const known = (await itemOf(scene, collections.catalogEvents, name))?.value;
  const id = await newId(scene, "evt");
  const occurrence = {
    id,
    event_name: name,
    event_version: (known?.["version"] ?? 1) as Json,
    occurred_at: time ?? timeOf(scene.now),
    payload,
  };
  if (known) await keepOccurrence(scene, occurrence);
  if (known?.["enabled"] === false) return { id, executions: [], deliveries: [] };
  return { id, ...(await occur(scene, occurrence, known)) };
}
