import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { type Mock, startMock } from "../../api/mock.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();
const version = { type: "integer", minimum: 1 };
const shown = {
  type: "object",
  required: ["id", "version"],
  properties: { id: { type: "integer" }, title: { type: "string" }, version: { ...version, readOnly: true } },
};
const created = { type: "object", properties: { title: { type: "string" } } };
const content = { "application/json": { schema: shown } };
const refused = { description: "Refused." };

/** Notes whose PATCH has a base version in its query or its body, and refuses an outdated one with these statuses. */
function notes(place: "query" | "body", refusals: readonly string[]): JsonObject {
  const changed = {
    type: "object",
    properties: { title: { type: "string" }, ...(place === "body" && { base_version: version }) },
  };
  return documentOf({
    paths: {
      "/notes": {
        post: {
          requestBody: { content: { "application/json": { schema: created } } },
          responses: { 201: { description: "Made.", content } },
        },
      },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { 200: { description: "It.", content } } },
        patch: {
          ...(place === "query" && { parameters: [{ name: "base_version", in: "query", schema: version }] }),
          requestBody: { content: { "application/json": { schema: changed } } },
          responses: {
            200: { description: "It.", content },
            ...Object.fromEntries(refusals.map((status) => [status, refused])),
          },
        },
      },
    },
  });
}

describe("versions of items", () => {
  it.each((["query", "body"] as const).flatMap((place) => ["409", "412"].map((status) => [place, status] as const)))(
    "in the %s are raised by each change, and an outdated one is refused with %s",
    async (place, status) => {
      await using mock = await startMock({ contracts: [fileOf(place, [status])] });
      const send = await patching(mock, place);

      expect(await send(1)).toMatchObject({ status: 200, body: { version: 2 } });
      expect((await send(1)).status).toBe(Number(status));
      expect((await send(3)).status).toBe(Number(status));
      expect(await send(undefined)).toMatchObject({ status: 200, body: { version: 3 } });
      expect(await send(3)).toMatchObject({ status: 200, body: { version: 4 } });
    },
  );

  it("are left alone if the contract has no status for an outdated one", async () => {
    await using mock = await startMock({ contracts: [fileOf("query", ["400"])] });
    const send = await patching(mock, "query");

    expect(await send(7)).toMatchObject({ status: 200, body: { version: 1 } });
  });
});

describe("a version that the item and its requests share", () => {
  const saysLock = { description: "The change fails if the version does not match the latest one." };
  const locked = (name: string, text: JsonObject, statuses: readonly string[] = []) => {
    const note = {
      type: "object",
      properties: {
        id: { type: "integer", readOnly: true },
        title: { type: "string" },
        [name]: { ...text, type: "integer" },
      },
    };
    const body = { content: { "application/json": { schema: note } } };
    const refusals = Object.fromEntries(statuses.map((status) => [status, refused]));
    const answer = { description: "It.", content: body.content };
    return {
      "/notes": { post: { requestBody: body, responses: { 201: answer } } },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { 200: answer } },
        patch: { requestBody: body, responses: { 200: answer, ...refusals } },
        put: { requestBody: body, responses: { 200: answer, ...refusals } },
      },
      "/notes/{id}:publish": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        post: { requestBody: body, responses: { 200: answer, ...refusals } },
      },
    };
  };

  it.each<[string, string, JsonObject, readonly string[], number]>([
    ["by its text", "version", saysLock, [], 409],
    ["by its text, with a status", "revision", saysLock, ["412"], 412],
    ["by its name", "lock_version", {}, ["409"], 409],
    [
      "by a text that names optimistic locking",
      "versionNumber",
      { description: "For optimistic locking. A stale one is refused" },
      [],
      409,
    ],
  ])("counts changes, %s", async (_, name, text, statuses, status) => {
    const platform = platformServing([await scratch.load({ paths: locked(name, text, statuses) })]);
    const made = (await ask(platform, "POST /notes", { body: { title: "A" } })).value;
    expect(made[name]).toBe(1);
    const path = `/notes/${made.id}`;

    expect((await ask(platform, `PATCH ${path}`, { body: { title: "B", [name]: 1 } })).value[name]).toBe(2);
    expect((await ask(platform, `PATCH ${path}`, { body: { title: "C", [name]: 1 } })).status).toBe(status);
    expect((await ask(platform, `PUT ${path}`, { body: { title: "D", [name]: 2 } })).value[name]).toBe(3);
    expect((await ask(platform, `POST ${path}:publish`, { body: { [name]: 1 } })).status).toBe(status);
    expect((await ask(platform, `POST ${path}:publish`, { body: { [name]: 3 } })).value[name]).toBe(4);
    expect((await ask(platform, `GET ${path}`)).value).toEqual({ id: made.id, title: "D", [name]: 4 });
  });

  it.each<[string, string, JsonObject, readonly string[]]>([
    ["a version of what the item is about", "version", { description: "Version of the app that is current." }, ["409"]],
    ["a version without a text", "version", {}, ["409"]],
    ["a name for it without a refusal", "lock_version", {}, []],
  ])("is content: %s", async (_, name, text, statuses) => {
    const platform = platformServing([await scratch.load({ paths: locked(name, text, statuses) })]);
    const made = (await ask(platform, "POST /notes", { body: { title: "A", [name]: 7 } })).value;

    expect(made[name]).toBe(7);
    expect((await ask(platform, `PATCH /notes/${made.id}`, { body: { [name]: 3 } })).value[name]).toBe(3);
  });
});

function fileOf(place: "query" | "body", refusals: readonly string[]): string {
  return scratch.write({ [`${place}-${refusals.join("-")}/openapi.json`]: notes(place, refusals) });
}

/** Sends a PATCH of a new note with a base version. */
async function patching(mock: Mock, place: "query" | "body") {
  const headers = { "content-type": "application/json", authorization: "Bearer org_acme" };
  const request = (method: string, path: string, body: JsonObject) =>
    mock.fetch(`${mock.url}${path}`, { method, headers, body: JSON.stringify(body) });
  const { id } = (await (await request("POST", "/notes", { title: "First" })).json()) as { id: number };
  return async (base: number | undefined) => {
    const query = place === "query" && base !== undefined ? `?base_version=${base}` : "";
    const inBody = place === "body" && base !== undefined ? { base_version: base } : {};
    const response = await request("PATCH", `/notes/${id}${query}`, { title: "Next", ...inBody });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
}
