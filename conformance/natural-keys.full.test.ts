import { describe, expect, it } from "vitest";
import { type JsonObject, loadContract } from "../contracts/index.ts";
import { startMock } from "../api/mock.ts";
import { createScratch, documentOf } from "../test/support/contracts/scratch.ts";
import { conform } from "./conform.ts";

const scratch = createScratch();
const text = { type: "string" };
const metadata = { type: "object", required: ["name"], properties: { name: text } };
const schema = { type: "object", required: ["metadata"], properties: { metadata, note: text } };
const content = { "application/json": { schema } };
/** A path allows fewer names than a body. */
const narrow = { type: "string", pattern: "^[a-z][a-z0-9-]*$", maxLength: 20 };
const found = { 200: { description: "It.", content } };

/** Namespaces with client-chosen names. `refusals` lists the documented error status codes of the create. */
function namespaces(refusals: readonly string[], key: JsonObject): JsonObject {
  const refused = Object.fromEntries(refusals.map((status) => [status, { description: "Refused." }]));
  const list = { "application/json": { schema: { type: "array", items: schema } } };
  return documentOf({
    paths: {
      "/namespaces": {
        get: { responses: { 200: { description: "All.", content: list } } },
        post: {
          requestBody: { required: true, content },
          responses: { 201: { description: "It.", content }, ...refused },
        },
      },
      "/namespaces/{name}": {
        parameters: [{ name: "name", in: "path", required: true, schema: key }],
        get: { responses: { ...found, 404: { description: "None." } } },
        delete: { responses: { 204: { description: "Gone." }, 404: { description: "None." } } },
      },
    },
  });
}

describe("keys that the client chooses, on a mock", () => {
  const documented = [["409"], ["422"], ["400"], ["400", "422"], ["4XX"], ["default"], []];

  it.each(documented.flatMap((refusals) => [text, narrow].map((key) => [refusals, key] as const)))(
    "cause no finding if the create documents the refusals %j, and the key in a path is %j",
    async (refusals, key) => {
      const file = scratch.write({ "namespaces/openapi.json": namespaces(refusals, key) });
      await using mock = await startMock({ contracts: [file] });
      const report = await conform({ contracts: [await loadContract(file)], target: mock.url, seed: 1 });

      expect(report.failures.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
      expect(report.outcomes?.every(({ succeeded }) => succeeded)).toBe(true);
    },
    60_000,
  );
});
