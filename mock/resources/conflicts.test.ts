import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type ParsedResponse, ask, fixture, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { type Platform } from "../index.ts";

describe("an operation that the state of the item can forbid", () => {
  it.each([
    ["POST :send", "POST :send", { state: "sent" }, 409, 'has state "sent", and needs state "packed"'],
    ["PATCH", "PATCH ", { state: "lost" }, 409, 'has state "lost", and needs state "packed"'],
    ["a copy", "POST :again", { state: "packed" }, 409, 'has state "packed", and needs state "sent" or "lost"'],
    ["DELETE", "DELETE ", { state: "sent" }, 409, 'has state "sent", and needs state "packed" or "lost"'],
    [
      "DELETE by its second rule",
      "DELETE ",
      { state: "packed", sent_at: "2026-01-05T12:00:00Z" },
      409,
      'has sent_at "2026-01-05T12:00:00Z", and needs no sent_at',
    ],
    ["an item below it", "POST /stops", { state: "packed" }, 409, 'has state "packed", and needs state "sent" or'],
  ] as const)("is refused in another state: %s", async (_, line, parcel, status, message) => {
    const platform = await platformOf("parcels");
    const { id } = (await ask(platform, "POST /parcels", { body: parcel })).value;
    const told = await on(platform, id, line);

    expect([told.status, told.value.message]).toEqual([
      status,
      expect.stringContaining(`The parcel "${id}" ${message}`),
    ]);
    expect((await ask(platform, `GET /parcels/${id}`)).value).toMatchObject(parcel);
    expect((await ask(platform, `GET /parcels/${id}/stops`)).value).toEqual([]);
  });

  it.each([
    ["POST :send", "packed", 200],
    ["PATCH ", "packed", 200],
    ["POST :again", "lost", 201],
    ["DELETE ", "packed", 204],
    ["POST /stops", "lost", 201],
  ])("succeeds in an allowed state: %s of a %s item", async (line, state, status) => {
    const platform = await platformOf("parcels");
    const { id } = (await ask(platform, "POST /parcels", { body: { state } })).value;

    expect((await on(platform, id, line)).status).toBe(status);
  });

  it("responds 404 if there is no item", async () => {
    expect((await on(await platformOf("parcels"), "none", "POST :send")).status).toBe(404);
  });
});

describe("the refusal of an operation by the state of an item", () => {
  it.each([
    [["409", "422", "400"], 409],
    [["400", "422"], 422],
    [["400"], 400],
    [["4XX"], 409],
    [["default"], 409],
    [[], 400],
  ])(
    "selects the status for a conflict among the documented statuses %j, and 400 without one",
    async (statuses, status) => {
      const documented = Object.fromEntries(statuses.map((each) => [each, { description: "Not so." }]));
      const { document } = await fixture("parcels");
      const paths = structuredClone(document["paths"]) as Record<string, Record<string, JsonObject>>;
      const deletion = paths["/parcels/{parcel_id}"]?.["delete"] as Record<string, Json>;
      deletion["responses"] = { "204": { description: "Gone." }, ...documented };
      const platform = platformServing([compileInMemory({ ...document, paths })]);
      const { id } = (await ask(platform, "POST /parcels", { body: { state: "sent" } })).value;

      expect((await on(platform, id, "DELETE ")).status).toBe(status);
    },
  );
});

describe("a unique property", () => {
  it("refuses a second item with the same value, and a change to this value", async () => {
    const platform = await platformOf("parcels");
    const post = (body: JsonObject): Promise<ParsedResponse> =>
      ask(platform, "POST /parcels", { body: { state: "packed", ...body } });
    const first = (await post({ code: "A" })).value;
    const second = (await post({ code: "B" })).value;

    expect(await post({ code: "A" })).toMatchObject({
      status: 409,
      value: { message: 'There already is a parcel with the code "A"' },
    });
    expect((await ask(platform, `PATCH /parcels/${second.id}`, { body: { state: "packed", code: "A" } })).status).toBe(
      409,
    );
    expect((await ask(platform, `PATCH /parcels/${first.id}`, { body: { state: "packed", code: "A" } })).status).toBe(
      200,
    );
    expect((await post({})).status).toBe(201);
    expect((await post({})).status).toBe(201);
  });
});

/** Sends a request to the path of a parcel. `line` is its method and the rest of the path: "POST :send". */
function on(platform: Platform, id: string, line: string): Promise<ParsedResponse> {
  const [method = "", rest = ""] = line.split(" ");
  const bodies: Record<string, JsonObject> = { PATCH: { state: "sent" }, "/stops": { id: "", place: "Ulm" } };
  const body = bodies[method] ?? bodies[rest];
  return ask(platform, `${method} /parcels/${id}${rest}`, body ? { body } : {});
}

describe("members that a change documents as unique", () => {
  const emailTaken = "There already is a user with this email";

  it.each<[string, string, string, JsonObject, number]>([
    ["PUT with the email of another", "PUT", emailTaken, { email: "b@x.de" }, 409],
    ["PATCH with the email of another", "PATCH", emailTaken, { email: "b@x.de" }, 409],
    ["PATCH that completes a pair", "PATCH", "The name and email exist already", { email: "b@x.de" }, 409],
    ["PUT with its own email", "PUT", emailTaken, { email: "a@x.de" }, 200],
    ["PATCH of another member", "PATCH", emailTaken, { name: "Ann" }, 200],
    ["PUT with a new email", "PUT", emailTaken, { email: "c@x.de" }, 200],
    ["PUT where no member is named", "PUT", "It exists already", { email: "b@x.de" }, 200],
  ])("are kept unique: %s", async (_, method, description, body, status) => {
    const platform = platformServing([usersWith(description)]);
    const [first] = [
      await ask(platform, "POST /users", { body: { email: "a@x.de", name: "Ann" } }),
      await ask(platform, "POST /users", { body: { email: "b@x.de", name: "Ann" } }),
    ];

    expect((await ask(platform, `${method} /users/${first.value.id}`, { body })).status).toBe(status);
  });
});

function usersWith(conflict: string) {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/User" } } };
  const changed = {
    requestBody: { content },
    responses: {
      "200": { description: "It.", content },
      "404": { description: "None." },
      "409": { description: conflict },
    },
  };
  return compileInMemory({
    paths: {
      "/users": { post: { requestBody: { content }, responses: { "201": { description: "It.", content } } } },
      "/users/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { responses: { "200": { description: "It.", content }, "404": { description: "None." } } },
        put: changed,
        patch: changed,
      },
    },
    components: {
      schemas: {
        User: {
          type: "object",
          properties: {
            id: { type: "string", readOnly: true },
            email: { type: "string" },
            name: { type: "string" },
          },
        },
      },
    },
  });
}
