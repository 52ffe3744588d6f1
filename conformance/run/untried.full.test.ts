import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { startMock } from "../../api/mock.ts";
import { conform } from "../conform.ts";
import { findNeverRan } from "../findings/never-ran.ts";

const scratch = createScratch();
const idOf = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });
const thing = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string", readOnly: true }, name: { type: "string", minLength: 1 } },
};
const content = { "application/json": { schema: thing } };
const list = { "application/json": { schema: { type: "array", items: thing } } };
const unknown = { 404: { description: "Unknown" } };
const reading = { responses: { 200: { description: "Thing", content }, ...unknown } };
const operations = {
  list: { get: { responses: { 200: { description: "Things", content: list }, ...unknown } } },
  create: {
    post: {
      requestBody: { required: true, content },
      responses: { 201: { description: "Made", content }, 400: { description: "Invalid" }, ...unknown },
    },
  },
};
const item = {
  get: reading,
  put: {
    requestBody: { required: true, content },
    responses: { ...reading.responses, 400: { description: "Invalid" } },
  },
  delete: { responses: { 204: { description: "Deleted" }, ...unknown } },
};

type Kind = keyof typeof operations;

const collection = (kinds: readonly Kind[]): JsonObject =>
  Object.assign({}, ...kinds.map((kind) => operations[kind])) as JsonObject;

const paths = (teas: readonly Kind[], cups?: readonly Kind[]): JsonObject => {
  const parameters = [idOf("teaId")];
  return {
    "/teas": collection(teas),
    "/teas/{teaId}": { parameters, ...item },
    ...(cups && {
      "/teas/{teaId}/cups": { parameters, ...collection(cups) },
      "/teas/{teaId}/cups/{cupId}": { parameters: [...parameters, idOf("cupId")], ...item },
    }),
  };
};

const noList = "Not judged: the contract has no list of the items that this is about";
const noCreation = "Not judged: the contract has no operation that creates the items that this is about";
const nothing = "Nothing in the contract calls for this";

describe("the reason why a property never ran", () => {
  it.each<[string, JsonObject, Readonly<Record<string, string | undefined>>]>([
    [
      "all operations",
      paths(["list", "create"], ["list", "create"]),
      { "children-apart": undefined, "deleted-gone": undefined },
    ],
    ["no children", paths(["list", "create"]), { "children-apart": nothing, "refused-not-made": undefined }],
    ["children without a list", paths(["list", "create"], ["create"]), { "children-apart": noList }],
    [
      "children that nothing creates",
      paths(["list", "create"], ["list"]),
      { "children-apart": noCreation, "created-listed": undefined },
    ],
    [
      "no list",
      paths(["create"]),
      { "refused-not-made": noList, "children-apart": nothing, "created-listed": nothing },
    ],
    [
      "no creation",
      paths(["list"]),
      { "deleted-gone": noCreation, "updated-read": noCreation, "children-apart": nothing },
    ],
  ])("is true for a document with %s", async (_, parts, reasons) => {
    const contract = await scratch.load({ paths: parts });
    await using mock = await startMock({ contracts: [contract.file] });
    const report = await conform({
      contracts: [contract],
      target: mock.url,
      token: "mock-demo",
      mode: "sandbox",
      seed: 1,
    });
    const found = new Map(findNeverRan(report, new Set()).map(({ property, message }) => [property, message]));

    expect(Object.fromEntries(Object.keys(reasons).map((id) => [id, found.get(id)]))).toEqual(reasons);
  });
});
