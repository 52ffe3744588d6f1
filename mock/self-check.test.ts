import { describe, expect, it } from "vitest";
import { loadContract } from "../contracts/index.ts";
import { ask } from "../testing/mock/ask.ts";
import { createScratch } from "../testing/contracts/scratch.ts";
import { createPlatform } from "./index.ts";

const scratch = createScratch();

/** Nothing fits what it promises to answer. */
const impossible = {
  openapi: "3.1.0",
  info: { title: "Impossible", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "readThings",
        responses: {
          200: {
            description: "What cannot be",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["size"],
                  properties: { size: { type: "string", minimum: 1, not: {} } },
                },
              },
            },
          },
        },
      },
    },
  },
};

describe("selfCheck", () => {
  it("answers 500 with what does not fit, where the mock would break its contract", async () => {
    const contract = await loadContract(scratch.write({ "impossible.json": JSON.stringify(impossible) }));
    const told = await ask(createPlatform([contract], { selfCheck: true }), "GET /things");

    expect(told.status).toBe(500);
    expect(told.value.detail).toMatch(/^The mock failed: the answer 200 does not fit its contract: GET \/things: /);
    expect(await ask(createPlatform([contract], { selfCheck: false }), "GET /things")).toMatchObject({ status: 200 });
  });
});
