import { describe, expect, it } from "vitest";
import type { Json, Operation } from "../../contracts/index.ts";
import { operationAnswering, createScratch } from "../../test/support/contracts/scratch.ts";
import { writeOnlyAbsent } from "./write-only-absent.ts";

const scratch = createScratch();
const secret = { type: "string", writeOnly: true };
const contract = await scratch.load({
  paths: {
    "/users": {
      get: operationAnswering({
        type: "object",
        properties: {
          password: { $ref: "#/components/schemas/Password" },
          pin: { allOf: [{ type: "integer" }], writeOnly: true },
          keys: { type: "array", items: { type: "object", properties: { key: secret } } },
          card: { type: "object", writeOnly: true },
          code: { type: "string" },
        },
        anyOf: [{ properties: { code: secret } }, { properties: { code: { type: "string" } } }],
      }),
    },
  },
  components: { schemas: { Password: secret } },
});
const [operation] = contract.operations as [Operation];

function keysOf(body: Json): readonly string[] {
  const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const request = { method: "GET", path: "/users", headers: {} };
  const [documented] = operation.responses;
  const checkContext = { contract, operation, ...(documented && { documented }) };
  return writeOnlyAbsent.judge({ request, response }, checkContext).map(({ key }) => key);
}

describe("write-only-absent", () => {
  it.each<[Json, string[]]>([
    [{ password: "hunter2" }, ["200 /password"]],
    [{ pin: 1234, code: "1" }, ["200 /pin"]],
    [{ keys: [{ key: "a" }, {}, { key: "b" }] }, ["200 /keys/*/key"]],
    [{ card: { number: "4111" } }, ["200 /card"]],
  ])("finds write-only values in %j", (body, keys) => {
    expect(keysOf(body)).toEqual(keys);
  });

  it.each<Json>([
    { password: null, keys: [], card: {} },
    { password: "", keys: [{ key: "***" }, { key: "********4242" }, { key: "[REDACTED]" }] },
    { password: "••••••", card: { number: "xxxx" } },
    // The other alternative does not mark it as write-only.
    { code: "1" },
    { other: "x" },
    [],
  ])("reports nothing for %j", (body) => {
    expect(keysOf(body)).toEqual([]);
  });
});
