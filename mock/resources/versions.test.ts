import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { type Mock, startMock } from "../../api/mock.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";

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
