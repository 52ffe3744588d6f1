import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noon, ownContracts } from "../../../../../test/support/mock/ask.ts";
import type { Contract, Json, JsonObject, Operation } from "../../../../../contracts/index.ts";
import { formatMoment } from "../../../../../mock/model/clock.ts";
import { changedFields } from "./changes.ts";

const contract = (await ownContracts()).find(({ api }) => api === "webhooks") as Contract;
const operation = contract.operations.find(({ method }) => method === "POST") as Operation;
const call = { contract, operation, now: noon };

const names = fc.constantFrom("name", "city", "street", "size");
const members = fc.dictionary(names, fc.oneof(fc.nat(3), fc.array(fc.nat(2), { maxLength: 2 })), {
  noNullPrototype: true,
});
const resources: fc.Arbitrary<JsonObject> = fc.dictionary(names, fc.oneof(fc.nat(3), members), {
  noNullPrototype: true,
});

describe("changedFields()", () => {
  it("returns no fields for equal resources, and otherwise all fields that lead from one to the other", () => {
    fc.assert(
      fc.property(resources, resources, (before, after) => {
        expect(changedFields(call, { before, after: structuredClone(before) })).toEqual([]);
        expect(leaves(redone(before, changedFields(call, { before, after })))).toEqual(leaves(after));
      }),
    );
  });

  it("leaves out timestamps, and secrets by the contract and by their names", () => {
    const before = {
      name: "A",
      token: "old",
      endpoint_authentication: { type: "api_key", value: "old" },
      updated_at: "2025",
    };
    const after = {
      name: "B",
      token: "new",
      endpoint_authentication: { type: "api_key", value: "new" },
      updated_at: formatMoment(noon),
    };
    const fields = changedFields(call, { before, after });

    expect(JSON.stringify(fields)).not.toMatch(/old|new/);
    expect(fields).toEqual([{ field: "name", before: "A", after: "B" }]);
  });
});

/** Scalar values inside a value, by path. An empty object has none. */
function leaves(value: Json, path = ""): Record<string, Json> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { [path]: value };
  return Object.assign({}, ...Object.entries(value).map(([name, member]) => leaves(member, `${path}.${name}`)));
}

function redone(before: JsonObject, changes: readonly JsonObject[]): JsonObject {
  const result = structuredClone(before) as Record<string, Json>;
  for (const { field, after } of changes) {
    const path = String(field).split(".");
    const last = path.pop() as string;
    let place = result as Record<string, Json | undefined>;
    for (const name of path) place = place[name] as Record<string, Json | undefined>;
    if (after === undefined) delete place[last];
    else place[last] = after;
  }
  return result;
}
