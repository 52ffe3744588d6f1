import { expect, it } from "vitest";
import type { JsonObject } from "../../../contracts/index.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { contractOf, list, object, text } from "../../../test/support/contracts/stated-operations.ts";
import type { Platform } from "../../index.ts";

const layer = object({ id: text, title: text });
const event = object({ id: text, name: text, note: text, layers: list(layer) });

/** Responses of operations below an event, and how much of the event they show. */
const rows: readonly (readonly [
  name: string,
  line: string,
  shows: JsonObject,
  place: readonly string[] | undefined,
])[] = [
  ["the event", "POST /events/{id}/layers", event, []],
  ["the event in a wrapper", "POST /events/{id}/layers", object({ data: event }), ["data"]],
  ["the event beside what is made", "POST /events/{id}/layers", object({ event, layer }), ["event"]],
  ["the event after a change", "PUT /events/{id}/layers/{layerId}", event, []],
  ["the event after a deletion", "DELETE /events/{id}/layers/{layerId}", event, []],
  ["what is made", "POST /events/{id}/layers", layer, undefined],
  ["something else", "POST /events/{id}/layers", object({ id: text, name: text, size: text, at: text }), undefined],
];

/** Operations on layers that are items of their own, and linked to events. */
const layers = { "GET /layers/{layerId}": layer, "POST /layers": layer, "GET /events/{id}/layers": list(layer) };

const cases = rows.flatMap((row) => [[...row, {}] as const, [...row, layers] as const]);

it.each(cases)("an operation below an event shows %s: %s", async (_, line, shows, place, others) => {
  const platform = serving({ ...others, [line]: shows }, others === layers);
  await ask(platform, "POST /layers", { body: { id: "l1", title: "Roads" } });
  const { id } = (await ask(platform, "POST /events", { body: { name: "Storm" } })).value;
  if (!line.startsWith("POST"))
    await ask(platform, `POST /events/${id}/layers`, { body: { id: "l1", title: "Roads" } });
  const path = line.replace("{id}", id).replace("{layerId}", "l1");
  const { value, status } = await ask(platform, path, { body: { id: "l1", title: "Rivers" } });
  const shown = (place ?? []).reduce((part, step) => part?.[step], value);

  expect(status).toBeLessThan(300);
  expect(shown.name === "Storm" && shown.id === id).toBe(place !== undefined);
  if (place?.length === 0) expect(value).toEqual((await ask(platform, `GET /events/${id}`)).value);
});

it.each([
  ["an item that has the one above as a member", object({ id: text, title: text, event })],
  ["one in a wrapper", object({ data: object({ id: text, title: text, event }) })],
])("%s shows what the read of it shows", async (_, shows) => {
  const read = { "GET /events/{id}/layers/{layerId}": shows };
  const platform = serving({ "POST /events/{id}/layers": shows, ...read });
  const { id } = (await ask(platform, "POST /events", { body: { name: "Storm" } })).value;
  const made = (await ask(platform, `POST /events/${id}/layers`, { body: { id: "l1", title: "Roads" } })).value;

  expect(made).toEqual((await ask(platform, `GET /events/${id}/layers/l1`)).value);
});

/** A mock of events, whose layers other operations add, change and delete. */
function serving(below: Readonly<Record<string, JsonObject>>, isByKey = false): Platform {
  const sends = (line: string): { readonly sends?: JsonObject } => {
    if (!/^(POST|PUT)/.test(line)) return {};
    if (line === "POST /events") return { sends: event };
    return { sends: line === "POST /layers" || !isByKey ? layer : object({ id: text }) };
  };
  const shown = {
    "POST /events": event,
    "GET /events/{id}": event,
    "POST /events/{id}/layers": layer,
    ...below,
  };
  const operations = Object.entries(shown).map(([line, shows]) => [line, { shows, ...sends(line) }]);
  return platformServing([contractOf(Object.fromEntries(operations))]);
}
