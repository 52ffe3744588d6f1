import type { JsonObject } from "../../contracts/index.ts";
import { formatMoment } from "../model/clock.ts";
import { newId } from "../calls/new-id.ts";
import { object, record, shape, text } from "../model/shape.ts";
import type { EventContext, EventEffects, Publish } from "./publish-event.ts";

/** Event that a test emits. */
export interface EmittedEvent {
  /** The event type: one of the provider's or the organization's own, such as "entity.created". */
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
    time: shape("a time (RFC 3339)", isDateTime),
  },
  ["name"],
);

function isDateTime(value: unknown): boolean {
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;
  return form.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
}

/**
 * Emits an event of any name.
 * @throws RangeError if the event is malformed.
 */
export async function emit(context: EventContext, event: EmittedEvent, publish: Publish): Promise<Emitted> {
  const reason = eventShape(event);
  if (reason !== undefined)
    throw new RangeError(`Cannot emit the event: ${reason}; an event is { name: "entity.created", payload: { … } }`);
  const { name, payload = {}, time } = event;
  const id = await newId(context, "evt");
  const occurred_at = time ?? formatMoment(context.now);
  return { id, ...(await publish(context, { id, event_name: name, occurred_at, payload })) };
}
