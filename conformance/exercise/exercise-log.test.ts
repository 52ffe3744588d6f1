import type { WireRequest } from "../model/exchange.ts";
import { expect, it } from "vitest";
import { type Operation, createRouter } from "../../contracts/index.ts";
import { operationAnswering, createScratch } from "../../test/support/contracts/scratch.ts";
import { createExerciseLog } from "./exercise-log.ts";

const parameter = (place: string, name: string, values: readonly string[]) => ({
  in: place,
  name,
  required: place === "path",
  schema: { $ref: `#/components/schemas/${values.join("")}` },
});

const contract = await createScratch().load({
  paths: {
    "/pets/{kind}": {
      post: {
        ...operationAnswering({}),
        parameters: [
          parameter("path", "kind", ["a", "b"]),
          { in: "query", name: "tags", schema: { type: "array", items: { enum: ["x", "y"] } } },
          { in: "header", name: "X-Mode", schema: { enum: ["fast", "slow"] } },
          { in: "cookie", name: "side", schema: { enum: ["left", "right"] } },
        ],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                properties: { state: { enum: ["on", "off", null] }, set: { enum: ["theirs"], readOnly: true } },
                oneOf: [{ properties: { n: { enum: [1] } } }, { properties: { n: { enum: [2, 3] } } }],
              },
            },
          },
        },
      },
    },
  },
  components: { schemas: { ab: { enum: ["a", "b"] } } },
});
const [operation] = contract.operations as readonly [Operation];

function covered(requests: readonly Partial<WireRequest>[]) {
  const log = createExerciseLog(createRouter(contract.operations));
  for (const request of requests)
    log.record({
      exchange: {
        request: { method: "POST", path: "/pets/a", headers: { "content-type": "application/json" }, ...request },
        response: { status: 200, headers: {}, body: "" },
      },
      operation,
      contract,
      property: undefined,
    });
  log.tried(operation, "some-property", requests.length);
  return log.coverageOf([{ contract, operation }]);
}

it("counts parameters, enum values and statuses of each operation", () => {
  const coverage = covered([
    { path: "/pets/b?tags=x", headers: { "x-mode": "slow", cookie: "a=b; side=left" } },
    { body: '{"state":null,"n":3}' },
    { body: '{"state":"other"' },
  ]);
  const [own] = coverage.operations;

  expect(own?.parameters).toEqual([
    { name: "path kind", requests: 3 },
    { name: "query tags", requests: 1 },
    { name: "header X-Mode", requests: 1 },
    { name: "cookie side", requests: 1 },
  ]);
  expect(own?.enums.map(({ name, sent, values }) => [name, sent, values.length])).toEqual([
    ["path kind", ["a", "b"], 2],
    ["query tags /*", ["x"], 2],
    ["header X-Mode", ["slow"], 2],
    ["cookie side", ["left"], 2],
    ["body /n", [3], 3],
    ["body /state", [null], 3],
  ]);
  expect(own?.statuses).toEqual([{ status: "200", isDocumented: true, count: 3 }]);
  expect(own?.properties).toEqual({ "some-property": 3 });
  expect(coverage).toMatchObject({ parameters: { exercised: 4, of: 4 }, enumValues: { exercised: 7, of: 14 } });
});

it("does not count requests with another method", () => {
  expect(covered([{ method: "PATCH" }]).operations[0]?.requests).toBe(0);
});
