import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { Json, JsonObject } from "../../contracts/index.ts";

const schema = { type: "object", required: ["id"], properties: { id: { type: "string" }, name: { type: "string" } } };

function platformOf(...mediaTypes: string[]) {
  const content = Object.fromEntries(
    mediaTypes.map((mediaType) => [mediaType, { schema: mediaType.startsWith("text/") ? { type: "string" } : schema }]),
  );
  const post: JsonObject = {
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
        },
      },
    },
    responses: { "200": { description: "Events", content: content as Json }, "400": { description: "No", content } },
  };
  const get = {
    responses: {
      "200": { description: "All", content: { "application/json": { schema: { type: "array", items: schema } } } },
    },
  };
  return platformServing([compileInMemory({ paths: { "/things": { post, get } } })]);
}

const send = (platform: ReturnType<typeof platformOf>, headers = {}, body: Json = { name: "first" }) =>
  ask(platform, "POST /things", { headers, body });

describe("an operation that only responds with a stream", () => {
  it.each([
    "text/event-stream",
    "application/x-ndjson",
    "application/jsonl",
    "application/stream+json",
    "application/json-seq",
    "multipart/x-mixed-replace",
  ])("is refused with 501 and the reason, and changes nothing: %s", async (mediaType) => {
    const platform = platformOf(mediaType);
    const { status, headers, value } = await send(platform);

    expect([status, headers["content-type"]]).toEqual([501, "application/problem+json"]);
    expect(value.detail).toContain(`responds with a stream (${mediaType}), which the mock does not support`);
    expect((await ask(platform, "GET /things")).value).toEqual([]);
    expect(platform.organization("acme").journal.entries()[0]).toMatchObject({ verdict: "refused", status: 501 });
  });

  it("refuses an invalid request as invalid, and not with a stream", async () => {
    const { status, headers } = await send(platformOf("text/event-stream"), {}, {});

    expect([status, headers["content-type"]]).toEqual([400, "application/problem+json"]);
  });

  it("is refused if Prefer selects its response", async () => {
    expect((await send(platformOf("text/event-stream"), { prefer: "code=200" })).status).toBe(501);
  });
});

describe("an operation that responds with a stream or a document", () => {
  const types = ["text/event-stream", "application/json"];

  it.each([undefined, "*/*", "application/json", "text/event-stream, application/json;q=0.5"])(
    "responds with the document if Accept is %j",
    async (accept) => {
      const { status, headers, value } = await send(platformOf(...types), accept === undefined ? {} : { accept });

      expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
      expect(value).toMatchObject({ name: "first" });
    },
  );

  it("is refused with 501 if the request only accepts the stream", async () => {
    expect((await send(platformOf(...types), { accept: "text/event-stream" })).status).toBe(501);
  });

  it("responds with the document if both are accepted", async () => {
    expect((await send(platformOf("text/event-stream", "text/plain"))).headers["content-type"]).toBe("text/plain");
  });
});
