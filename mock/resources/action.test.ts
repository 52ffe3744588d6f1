import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

describe("an action without state", () => {
  it("returns the members of the request that fit its response", async () => {
    expect(await echoed({ a: "mine", b: 4, other: 1 })).toEqual({ a: "mine", b: 4, c: "made", id: "e_1" });
    expect(await echoed({ b: 5 })).toEqual({ a: "shown", b: 5, c: "made", id: "e_1" });
  });

  it("returns no unfit, secret or readOnly members", async () => {
    expect(await echoed({ b: "many", id: "mine", secret: "s" })).toMatchObject({ a: "shown", id: "e_1" });
    expect(await echoed({ b: "many" })).toMatchObject({ b: expect.any(Number) as number });
    expect(await echoed({ secret: "s" })).not.toHaveProperty("secret");
  });

  it("returns members of the query as well", async () => {
    expect(await echoed({}, "?c=asked&q=x")).toMatchObject({ c: "asked" });
  });
});

describe("an action whose name has a state of the item", () => {
  const booking: JsonObject = {
    type: "object",
    required: ["id", "status"],
    properties: { id: { type: "string", readOnly: true }, status: { type: "string", enum: ["pending", "cancelled"] } },
  };
  const content = { "application/json": { schema: booking } };
  const shown = { 200: { description: "It.", content }, 404: { description: "None." } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const bookings = (description: string) =>
    compileInMemory({
      paths: {
        "/bookings": { post: { requestBody: { content }, responses: { 201: { description: "Made.", content } } } },
        "/bookings/{id}": { parameters, get: { responses: shown } },
        "/bookings/{id}/cancel": {
          parameters,
          post: { description, responses: { ...shown, 409: { description: "Refused." } } },
        },
      },
    });

  it.each([
    ["Only pending bookings can be cancelled.", 409],
    ["A cancelled booking cannot be cancelled again.", 409],
    ["Cancels a booking.", 200],
  ])("leads to that state, and is refused the second time if the contract says so: %s", async (description, second) => {
    const platform = platformServing([bookings(description)]);
    const { id } = (await ask(platform, "POST /bookings", { body: { status: "pending" } })).value;
    const line = `POST /bookings/${String(id)}/cancel`;
    const first = await ask(platform, line);

    expect([first.status, first.value]).toEqual([200, { id, status: "cancelled" }]);
    expect((await ask(platform, `GET /bookings/${String(id)}`)).value).toEqual({ id, status: "cancelled" });
    expect((await ask(platform, line)).status).toBe(second);
  });
});

async function echoed(body: JsonObject, query = ""): Promise<unknown> {
  const { status, value } = await ask(platformServing([echo]), `POST /echo${query}`, { body });
  expect(status).toBe(200);
  return value;
}

const properties: JsonObject = {
  id: { type: "string", readOnly: true },
  a: { type: "string" },
  b: { type: "integer" },
  c: { type: "string" },
  secret: { type: "string", writeOnly: true },
};
const text: Json = { type: "string" };
const echo = compileInMemory({
  paths: {
    "/echo": {
      post: {
        parameters: ["c", "q"].map((name) => ({ name, in: "query", schema: text })),
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: {
          "200": {
            description: "It.",
            content: {
              "application/json": {
                schema: { type: "object", required: ["id", "a", "b"], properties },
                example: { id: "e_1", a: "shown", b: 1, c: "made" },
              },
            },
          },
        },
      },
    },
  },
});
