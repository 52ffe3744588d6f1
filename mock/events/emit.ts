import type { Json, JsonObject } from "../../contracts/index.ts";
import { timeOf } from "../model/clock.ts";
import { newId } from "../calls/new-id.ts";
import { object, record, shape, text } from "../model/shape.ts";
import { collections, itemOf } from "../state/other-collections.ts";
import { type EventEffects, type EventContext, storeOccurrence, publishEvent } from "./publish-event.ts";

/** Event that a test emits. */
export interface EmittedEvent {
  /** The event type: one of the platform's or the organization's own, such as "entity.created". */
  readonly name: string;
  /** Default: an empty object. */
  readonly payload?: JsonObject;
  /** Time of the event (RFC 3339). Default: now, by the organization's clock. */
  readonly time?: string;
}

/** Id and effects of an emitted event. */
export interface Emitted extends EventEffects {
  readonly id: string;
}

const eventShape = record(
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
 * Emits an event of any name. If the event catalog defines it, its occurrence is stored, and a disabled event has no
 * effects.
 * @throws RangeError if the event is malformed.
 */
export async function emit(context: EventContext, event: EmittedEvent): Promise<Emitted> {
  const reason = eventShape(event);
  if (reason !== undefined)
    throw new RangeError(`Cannot emit the event: ${reason}; an event is { name: "entity.created", payload: { … } }`);
  const { name, payload = {}, time } = event;
  const definition = (await itemOf(context, collections.catalogEvents, name))?.value;
  const id = await newId(context, "evt");
  const occurrence = {
    id,
    event_name: name,
    event_version: (definition?.["version"] ?? 1) as Json,
    occurred_at: time ?? timeOf(context.now),
    payload,
  };
  if (definition) await storeOccurrence(context, occurrence);
  if (definition?.["enabled"] === false) return { id, executions: [], deliveries: [] };
  return { id, ...(await publishEvent(context, occurrence, definition)) };
}
