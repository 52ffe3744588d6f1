import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";
import type { JsonObject } from "../../contracts/index.ts";

const open = (name: string): JsonObject => ({ type: "object", required: ["id"], properties: { id: {}, [name]: {} } });

describe("a body whose schema is a oneOf of open objects", () => {
  it("matches exactly one branch, if possible", async () => {
    const branch = (name: string): JsonObject => ({ type: "object", properties: { [name]: { type: "string" } } });
    const contract = compileInMemory({
      paths: { "/things": { get: operationAnswering({ oneOf: [branch("a"), branch("b")] }) } },
    });
    const { status, headers, value } = await ask(platformServing([contract], { selfCheck: true }), "GET /things");

    expect([status, headers["concord-note"]]).toEqual([200, undefined]);
    expect(value).toBeTypeOf("object");
  });

  it("matches several branches, with a note, if no value matches only one", async () => {
    const contract = compileInMemory({
      paths: { "/things": { get: operationAnswering({ oneOf: [open("a"), open("b")] }) } },
    });
    const platform = platformServing([contract], { selfCheck: false });
    const { status, headers, value } = await ask(platform, "GET /things");

    expect(status).toBe(200);
    expect(value).toHaveProperty("id");
    expect(headers["concord-note"]).toMatch(/fits several branches of a oneOf/);
    const [entry] = platform.journal.entries();
    expect(entry?.response.headers).toHaveProperty("concord-note");
  });
});
