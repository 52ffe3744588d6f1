import { expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const crate = object({ id: text, label: text, place: text, note: text });

/** Members that a PUT can send, and those that stay of a crate that has a place and a note. */
it.each<[JsonObject, JsonObject]>([
  [object({ label: text }), { label: "tin", place: "attic", note: "old" }],
  [object({ label: text, note: text }), { label: "tin", place: "attic" }],
  [object({ label: text, place: text, note: text }), { label: "tin" }],
  [{ type: "object" }, { label: "tin" }],
])("a replacement by %j keeps what it cannot send", async (sends, left) => {
  const id = { name: "id", in: "path", required: true, schema: text };
  const responses = { "200": { description: "", ...content(crate) }, "404": { description: "" } };
  const item = {
    parameters: [id],
    get: { responses },
    put: { requestBody: content(sends), responses },
    patch: { requestBody: content(crate), responses },
  };
  const platform = platformServing([
    compileInMemory({
      paths: { "/crates": { post: { requestBody: content(crate), responses } }, "/crates/{id}": item },
    }),
  ]);
  const made = await ask(platform, "POST /crates", { body: { label: "glass", place: "attic", note: "old" } });
  const path = `/crates/${made.value.id}`;
  await ask(platform, `PUT ${path}`, { body: { label: "tin" } });

  expect((await ask(platform, `GET ${path}`)).value).toEqual({ id: made.value.id, ...left });
});
