import { expect, it } from "vitest";
import { coverageOfAll } from "./exercise/coverage.ts";
import { neverAccepted } from "./never-accepted.ts";

it("tells of operations that were asked for often, and accepted never", () => {
  const operation = (name: string, counts: Readonly<Record<string, number>>) => ({
    api: "shop",
    operation: name,
    basis: "stated" as const,
    requests: Object.values(counts).reduce((sum, count) => sum + count, 0),
    statuses: Object.entries(counts).map(([status, count]) => ({ status, isDocumented: true, count })),
    properties: {},
    judged: {},
    parameters: [],
    enums: [],
  });

  expect(
    neverAccepted(
      coverageOfAll([
        operation("POST /orders", { 201: 0, 401: 4, 422: 30 }),
        operation("GET /orders", { 200: 1, 400: 30 }),
        operation("GET /carts", { 404: 3 }),
        operation("GET /v0/orders", { 410: 9 }),
      ]),
    ),
  ).toEqual([
    {
      api: "shop",
      operation: "POST /orders",
      reason: "No request was accepted (422: 30 times, 401: 4 times): what needs one that is was not tried",
    },
  ]);
});
