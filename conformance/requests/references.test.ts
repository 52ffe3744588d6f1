import { describe, expect, it } from "vitest";
import { type Contract, type JsonObject, type Operation, loadContract } from "../../contracts/index.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { findBodyVersion } from "./version-base.ts";
import { mapPropertyToCollection, withReferences } from "./references.ts";

const scratch = createScratch();

const account = { type: "object", properties: { id: { type: "string" }, version: { type: "integer" } } };
const taking = (properties: JsonObject) => ({
  requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
  responses: { "201": { description: "Made", content: { "application/json": { schema: account } } } },
});
const reading = { responses: { "200": { description: "It", content: { "application/json": { schema: account } } } } };
const contract: Contract = await loadContract(
  scratch.write({
    "bank.json": documentOf({
      paths: {
        "/accounts": { post: { operationId: "open", ...taking({ owner: { type: "string" } }) } },
        "/accounts/{id}": { get: { operationId: "read", ...reading } },
        "/folders/{id}": { get: { operationId: "look", ...reading } },
        "/folders": { post: { operationId: "make", ...taking({ parentId: { type: "string" } }) } },
        "/transfers": {
          post: {
            operationId: "transfer",
            ...taking({
              fromAccount: { type: "string" },
              to_account_id: { type: "string", format: "uuid" },
              account: { type: "string", enum: ["main"] },
              accounted: { type: "string" },
              note: { type: "string" },
              lines: { type: "array", items: { type: "object", properties: { folder_id: { type: "string" } } } },
              accountNumber: { type: "string", readOnly: true },
              baseVersion: { type: "integer" },
            }),
          },
        },
      },
    }),
  }),
);
const operation = (id: string): Operation => contract.operations.find((each) => each.id === id) as Operation;

describe("mapPropertyToCollection()", () => {
  it("finds properties named after the items of a collection", () => {
    expect(Object.fromEntries(mapPropertyToCollection(contract, operation("transfer")))).toEqual({
      fromAccount: "/accounts",
      to_account_id: "/accounts",
      folder_id: "/folders",
    });
  });

  it("resolves a parent to an item of the same collection", () => {
    expect(Object.fromEntries(mapPropertyToCollection(contract, operation("make")))).toEqual({ parentId: "/folders" });
  });

  it("finds nothing if no property has such a name", () => {
    expect(mapPropertyToCollection(contract, operation("open")).size).toBe(0);
  });
});

describe("withReferences()", () => {
  it("inserts ids of existing items at any depth, and keeps everything else", () => {
    const body = { from: "x", note: "n", lines: [{ from: "y" }, { from: 7 }] };

    expect(withReferences(body, { from: ["a", "b"] }, 1)).toEqual({
      from: "b",
      note: "n",
      lines: [{ from: "b" }, { from: 7 }],
    });
    expect(withReferences(body, {}, 0)).toEqual(body);
  });
});

describe("bodyBaseOf()", () => {
  it("finds the version property of the body and of the item", () => {
    const base = findBodyVersion(contract, operation("transfer"));

    expect([base?.name, base?.isNamed("version"), base?.isNamed("revision")]).toEqual(["baseVersion", true, false]);
    expect(findBodyVersion(contract, operation("open"))).toBeUndefined();
  });

  it("finds none in a version that a create request sends as well", () => {
    const hook = { type: "object", properties: { id: { type: "string" }, version: { type: "integer" } } };
    const sending = {
      requestBody: { content: { "application/json": { schema: hook } } },
      responses: reading.responses,
    };
    const hooks = compileInMemory({
      paths: {
        "/hooks": { post: { operationId: "add", ...sending } },
        "/hooks/{id}": { get: { ...reading }, put: { operationId: "change", ...sending } },
      },
    });

    expect(findBodyVersion(hooks, hooks.operations.find(({ id }) => id === "change") as Operation)).toBeUndefined();
  });
});
