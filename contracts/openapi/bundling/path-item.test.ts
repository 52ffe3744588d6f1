import { describe, expect, it } from "vitest";
import { operationAnswering, createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { type Contract, type JsonObject, loadContract } from "../../index.ts";

const scratch = createScratch();
const textResponse = operationAnswering({ type: "string" });
const queryParameter = (name: string): JsonObject => ({ name, in: "query", schema: { type: "string" } });

async function load(members: JsonObject, files: Record<string, JsonObject> = {}): Promise<Contract> {
  return loadContract(scratch.write({ "openapi.json": documentOf(members), ...files }));
}

function namesOf({ operations }: Contract): string[] {
  return operations.map(({ name, parameters }) => [name, ...parameters.map((one) => one.name)].join(" "));
}

describe("mergedPathItem()", () => {
  const referring = { "/a": { $ref: "#/components/pathItems/W", get: textResponse } };

  it("merges the operations and parameters of the path item and its $ref", async () => {
    const contract = await load({
      paths: referring,
      components: { pathItems: { W: { parameters: [queryParameter("q")], post: textResponse } } },
    });

    expect(contract.problems).toEqual([]);
    expect(namesOf(contract)).toEqual(["GET /a q", "POST /a q"]);
    expect(contract.operations.map(({ at }) => at.pointer)).toEqual(["/paths/~1a/get", "/components/pathItems/W/post"]);
    expect(contract.operations[1]?.parameters[0]?.at.pointer).toBe("/components/pathItems/W/parameters/0");
  });

  it("prefers members beside the $ref", async () => {
    const contract = await load({
      paths: { "/a": { $ref: "#/components/pathItems/W", parameters: [queryParameter("own")], get: textResponse } },
      components: {
        pathItems: {
          W: {
            parameters: [queryParameter("q"), queryParameter("r")],
            get: operationAnswering(true),
            post: textResponse,
          },
        },
      },
    });

    expect(namesOf(contract)).toEqual(["GET /a own", "POST /a own"]);
    expect(contract.operations[0]?.pointer).toBe("/paths/~1a/get");
  });

  it("resolves references to other files and chains of references", async () => {
    const contract = await load(
      { openapi: "3.0.3", paths: { "/a": { $ref: "items/p.json", get: textResponse } } },
      {
        "items/p.json": { $ref: "../q.json#/item", put: textResponse },
        "q.json": {
          id: queryParameter("q"),
          item: { parameters: [{ $ref: "#/id" }], put: operationAnswering(true), post: textResponse },
        },
      },
    );

    expect(contract.problems).toEqual([]);
    expect(namesOf(contract)).toEqual(["GET /a q", "PUT /a q", "POST /a q"]);
    expect(contract.operations.map(({ at }) => `${at.file.split("/").at(-1)} ${at.pointer}`)).toEqual([
      "openapi.json /paths/~1a/get",
      "p.json /put",
      "q.json /item/post",
    ]);
  });

  it("works for webhooks and callbacks", async () => {
    const callbacks = { done: { "{$url}": { $ref: "#/components/pathItems/W", put: textResponse } } };
    const { webhooks, operations } = await load({
      paths: { "/b": { post: { ...textResponse, callbacks } } },
      webhooks: { told: { $ref: "#/components/pathItems/W", put: textResponse } },
      components: { pathItems: { W: { post: textResponse } } },
    });

    expect(webhooks.map(({ method }) => method)).toEqual(["PUT", "POST"]);
    expect(operations[0]?.callbacks?.map(({ method }) => method)).toEqual(["PUT", "POST"]);
  });

  it("applies a marker only to the operations of its own path item", async () => {
    const { operations } = await load({
      paths: { "/a": { ...referring["/a"], "x-assumed": true } },
      components: { pathItems: { W: { "x-spec": "3", post: textResponse } } },
    });

    expect(operations).toMatchObject([
      { name: "GET /a", basis: "assumed" },
      { name: "POST /a", basis: "stated", section: "3" },
    ]);
  });

  it("keeps the members beside an unresolved $ref", async () => {
    const contract = await load({ paths: referring });

    expect(contract.problems).toMatchObject([{ code: "unresolved-ref" }]);
    expect(namesOf(contract)).toEqual(["GET /a"]);
  });

  it("stops at path items that refer to each other", async () => {
    const contract = await load({
      paths: { "/a": { $ref: "#/paths/~1b", get: textResponse }, "/b": { $ref: "#/paths/~1a", put: textResponse } },
    });

    expect(contract.problems.map(({ at }) => at.pointer)).toEqual(["/paths/~1a", "/paths/~1b"]);
  });
});

describe("bundle() with callbacks of webhooks", () => {
  it("compiles them, also if they refer to themselves", async () => {
    const callbacks = { done: { $ref: "#/components/callbacks/Done" } };
    const { operations, webhooks } = await load({
      paths: { "/a": { post: { ...textResponse, callbacks } } },
      webhooks: { told: { post: { ...textResponse, callbacks } } },
      components: { callbacks: { Done: { "{$url}": { post: { ...textResponse, callbacks } } } } },
    });
    const [callback] = operations[0]?.callbacks ?? [];

    expect(callback?.name).toBe("done {$url}");
    expect(callback?.callbacks?.[0]?.callbacks?.[0]?.pointer).toBe(callback?.pointer);
    expect(webhooks[0]?.callbacks).toMatchObject([{ name: "done {$url}" }]);
  });
});
