import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Operation, createRouter } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { createRequests } from "./requests.ts";

const contract = compileInMemory({
  paths: Object.fromEntries(
    ["/models", "/models?beta=true", "/{bucket}", "/{bucket}#acl", "/{bucket}#other"].map((path) => [
      path,
      {
        get: {
          ...operationAnswering({ type: "object" }),
          parameters: [
            { name: path.endsWith("#acl") ? "acl" : "limit", in: "query", required: true, schema: { enum: [1] } },
          ],
        },
      },
    ]),
  ),
});
const router = createRouter(contract.operations);

describe("requests of operations whose paths differ only in the query", () => {
  it.each<[string, RegExp]>([
    ["/models", /^\/models\?limit=1$/],
    ["/models?beta=true", /^\/models\?beta=true&limit=1$/],
    ["/{bucket}#acl", /^\/[^/?#]+\?acl=1$/],
    ["/{bucket}#other", /^\/[^/?#]+\?limit=1$/],
  ])("of %s have one query, and reach their operation", (path, expected) => {
    const operation = contract.operations.find((each) => each.path === path) as Operation;
    const [request] = fc.sample(createRequests(contract, operation, router, {}).valid, { seed: 1, numRuns: 1 });

    expect(request?.path).toMatch(expected);
  });
});
