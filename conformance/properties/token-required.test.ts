import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";

const scratch = createScratch();
const site = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const contract = await scratch.load({
  security: [{ bearer: [] }],
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  paths: {
    "/sites": {
      get: {
        parameters: [{ name: "cursor", in: "query", schema: { type: "string", minLength: 1 } }],
        responses: {
          200: { description: "", content: { "application/json": { schema: { type: "array", items: site } } } },
          400: { description: "" },
          401: { description: "" },
        },
      },
    },
  },
});

/** A list that refuses every cursor before it asks for credentials. */
async function findingsWith({ isOpen, ...others }: { isOpen: boolean; seed: number; property?: string }) {
  await using server = await serve(
    createServer(({ url = "", method, headers }, response) => {
      const [path, query] = url.split("?");
      const isKnown = isOpen || headers.authorization === "Bearer tok";
      const status = path !== "/sites" ? 404 : method !== "GET" ? 405 : query ? 400 : isKnown ? 200 : 401;
      response.writeHead(status, { "content-type": "application/json" }).end(status === 200 ? '[{"id":"a"}]' : "{}");
    }),
  );
  const report = await conform({ contracts: [contract], target: server.url, token: "tok", ...others });
  return report.failures.map(({ check }) => check);
}

describe("token-required", () => {
  it.each([1, 2, 3, 4, 5])("repeats a request that succeeds (seed %i)", async (seed) => {
    expect(await findingsWith({ seed, isOpen: true })).toContain("token-required");
    expect(await findingsWith({ seed, isOpen: true, property: "token-required" })).toContain("token-required");
    expect(await findingsWith({ seed, isOpen: false })).toEqual([]);
  });
});
