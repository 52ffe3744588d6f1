import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { type ParsedResponse, ask } from "../../test/support/mock/ask.ts";
import { object, servingOperations } from "../../test/support/mock/operations.ts";

const text = { type: "string" };
const number = { type: "integer" };
const sent = object({ name: text, email: text, inbox_id: number });
const contact = object({ id: number, name: text, email: text });
const plain = object({ name: text, email: text, thumbnail: text });
const inbox = object({ source_id: text, inbox: object({ id: number, name: text }) });

type Value = ParsedResponse["value"];
type Read = (value: Value) => Value;

interface Bodies {
  readonly made: Json;
  readonly read: Json;
  readonly changed?: Json;
}

/** Creates a contact, reads it, changes it, and reads it again. */
async function write({ made, read, changed = read }: Bodies, idIn: Read): Promise<readonly Value[]> {
  const platform = servingOperations({
    "POST /contacts": { sends: sent, shows: made },
    "GET /contacts/{id}": { shows: structuredClone(read) },
    "PATCH /contacts/{id}": { sends: sent, shows: structuredClone(changed) },
  });
  const body: JsonObject = { name: "Sam", email: "s@x.de", inbox_id: 1 };
  const first = (await ask(platform, "POST /contacts", { body })).value;
  const path = `/contacts/${idIn(first)}`;
  const second = (await ask(platform, `GET ${path}`)).value;
  const third = (await ask(platform, `PATCH ${path}`, { body: { name: "Ann" } })).value;
  return [first, second, third, (await ask(platform, `GET ${path}`)).value];
}

const inPayload = object({ payload: object({ contact, contact_inbox: inbox }) });
const payload: Read = (value) => value.payload;
const inner: Read = (value) => value.payload.contact;

describe("a flat request whose answers wrap the item", () => {
  it.each<[string, Bodies, Read, readonly [made: Read, read: Read, changed?: Read]]>([
    [
      "beside another object, and alone at the read",
      { made: inPayload, read: object({ payload: contact }) },
      (value) => inner(value).id,
      [inner, payload],
    ],
    ["at all", { made: inPayload, read: inPayload }, (value) => inner(value).id, [inner, inner]],
    ["at the create alone", { made: inPayload, read: contact }, (value) => inner(value).id, [inner, (value) => value]],
    [
      "at the read alone",
      { made: contact, read: object({ data: object({ contact, labels: { type: "array", items: text } }) }) },
      ({ id }) => id,
      [(value) => value, (value) => value.data.contact],
    ],
    [
      "twice at the create, and once at the read",
      { made: object({ result: object({ data: contact }) }), read: object({ result: contact }) },
      (value) => value.result.data.id,
      [(value) => value.result.data, (value) => value.result],
    ],
    [
      "in two ways, and another one at the change",
      {
        made: object({ contact, meta: object({ code: text }) }),
        read: object({ data: contact }),
        changed: object({ payload: contact, ok: { type: "boolean" } }),
      },
      (value) => value.contact.id,
      [(value) => value.contact, (value) => value.data, payload],
    ],
    [
      "in a list of one",
      { made: object({ data: { type: "array", items: contact } }), read: object({ data: contact }) },
      (value) => value.data[0].id,
      [(value) => value.data[0], (value) => value.data],
    ],
  ])("is shown as it was sent: %s", async (_, bodies, idIn, [made, read, changed = read]) => {
    const [first, second, third, fourth] = await write(bodies, idIn);

    expect(made(first)).toMatchObject({ name: "Sam", email: "s@x.de" });
    expect(read(second)).toMatchObject({ name: "Sam", email: "s@x.de" });
    expect(changed(third)).toMatchObject({ name: "Ann", email: "s@x.de" });
    expect(read(fourth)).toMatchObject({ name: "Ann", email: "s@x.de" });
  });

  const other = object({ id: number, manager: plain });
  it.each<[string, Json, Read]>([
    ["of another noun", other, (value) => value.manager],
    [
      "of another noun, deeper",
      object({ id: number, payload: object({ manager: plain }) }),
      (value) => value.payload?.manager,
    ],
    [
      "of another noun, with an id of its own",
      object({ id: number, payload: object({ inbox: object({ id: number, name: text }) }) }),
      (value) => value.payload?.inbox,
    ],
    [
      "of an envelope",
      object({ id: number, meta: object({ name: text, code: text, at: text }) }),
      (value) => value.meta,
    ],
  ])("leaves an object alone %s", async (_, shows, read) => {
    const [first, second] = await write({ made: shows, read: shows }, ({ id }) => id);

    for (const value of [first, second]) expect(read(value)?.name).not.toBe("Sam");
  });
});
