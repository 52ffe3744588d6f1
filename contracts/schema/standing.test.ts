import type { JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Node, Operation } from "../model/contract.ts";
import { hasOwnMarker, readStanding, standingOfDocument } from "./standing.ts";

describe("readStanding()", () => {
  it.each<[string, JsonObject, string]>([
    ["stated with its section, for x-spec", { "x-spec": "4.1" }, "stated 4.1"],
    ["stated, for a section that YAML parsed as a number", { "x-spec": 4.1 }, "stated 4.1"],
    ["assumed, for x-assumed", { "x-assumed": "Not shown" }, "assumed"],
    ["inherited, without a marker", {}, "stated 9"],
    ["inherited, for an invalid marker", { "x-spec": true }, "stated 9"],
  ])("returns %s", (_, node, expected) => {
    expect(basisText(readStanding(node, { basis: "stated", section: "9" }))).toBe(expected);
  });
});

describe("standingOfDocument()", () => {
  it("returns the standing of the root, by default stated, and ignores markers of its parts", () => {
    const marked = { paths: { "/a": { get: { "x-assumed": "Not shown" } } } };

    expect(basisText(standingOfDocument({ paths: {} }))).toBe("stated");
    expect(basisText(standingOfDocument(marked))).toBe("stated");
    expect(basisText(standingOfDocument({ ...marked, "x-spec": "2" }))).toBe("stated 2");
    expect(basisText(standingOfDocument({ ...marked, "x-assumed": "All of it" }))).toBe("assumed");
  });

  it("ignores markers in examples, and properties named like markers", () => {
    const schema = { properties: { "x-spec": { type: "string" } }, enum: [{ "x-assumed": "a" }] };
    const document = { components: { schemas: { A: schema }, examples: { a: { value: { "x-spec": "1" } } } } };

    expect(basisText(standingOfDocument(document))).toBe("stated");
  });
});

describe("hasOwnMarker()", () => {
  it("returns true for nodes with their own marker", () => {
    expect([{ "x-spec": "1" }, { "x-assumed": "" }, {}].map(hasOwnMarker)).toEqual([true, true, false]);
  });
});

describe("the basis of a node", () => {
  const schemas = {
    Stated: { "x-spec": "2", type: "string" },
    Assumed: { "x-assumed": "Not shown", type: "string" },
    Plain: { type: "string" },
    Chain: { "x-assumed": "Not shown", $ref: "#/components/schemas/Plain" },
  };
  const { operations, webhooks } = compileInMemory({
    paths: {
      "/a/{id}": {
        "x-assumed": "Nothing of it is shown",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { $ref: "#/components/parameters/Marked" },
          { $ref: "#/components/parameters/Plain" },
        ],
        get: {
          "x-spec": "4.1",
          parameters: [
            { name: "a", in: "query", "x-assumed": "Not shown", schema: { "x-spec": "3" } },
            { name: "b", in: "query", schema: { $ref: "#/components/schemas/Assumed" } },
          ],
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Plain" } } } },
          responses: {
            "200": {
              description: "Fine.",
              headers: { "X-A": { "x-assumed": "Not shown", schema: true } },
              content: { "application/json": { schema: { $ref: "#/components/schemas/Chain" } } },
            },
            "404": { $ref: "#/components/responses/Marked" },
            "409": { "x-spec": "7", $ref: "#/components/responses/Plain" },
          },
        },
        delete: { responses: {} },
      },
    },
    webhooks: { told: { post: { "x-spec": "6", responses: { "2XX": { description: "Fine.", "x-assumed": "?" } } } } },
    components: {
      schemas,
      parameters: {
        Marked: { "x-spec": "2.1", name: "m", in: "query", schema: { $ref: "#/components/schemas/Stated" } },
        Plain: { name: "p", in: "query", schema: true },
      },
      responses: {
        Marked: { "x-assumed": "Not shown", description: "No.", content: { "application/json": { schema: true } } },
        Plain: {
          description: "No.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Plain" } } },
        },
      },
    },
  });
  const [getOperation, deleteOperation] = operations as [Operation, Operation];
  const parameter = (name: string): Operation["parameters"][number] =>
    getOperation.parameters.find((candidate) => candidate.name === name) as Operation["parameters"][number];
  const response = (status: string): Operation["responses"][number] =>
    getOperation.responses.find((candidate) => candidate.status === status) as Operation["responses"][number];

  it.each<[string, Node | undefined, string]>([
    ["an operation has the basis of its own marker", getOperation, "stated 4.1"],
    ["an operation without a marker inherits from its path item", deleteOperation, "assumed"],
    ["a parameter of a path item inherits from the path item", parameter("id"), "assumed"],
    ["a component's marker overrides the inherited basis", parameter("m"), "stated 2.1"],
    ["a component without a marker inherits from the reference", parameter("p"), "assumed"],
    ["a parameter has the basis of its own marker", parameter("a"), "assumed"],
    ["a schema has the basis of its own marker", parameter("a").schema, "stated 3"],
    ["a schema component's marker overrides the operation's", parameter("b").schema, "assumed"],
    ["a schema component's marker overrides the parameter's", parameter("m").schema, "stated 2"],
    ["a request body inherits from the operation", getOperation.body, "stated 4.1"],
    [
      "a schema component without a marker inherits from the operation",
      getOperation.body?.content[0]?.schema,
      "stated 4.1",
    ],
    ["a response inherits from the operation", response("200"), "stated 4.1"],
    ["a header has the basis of its own marker", response("200").headers[0], "assumed"],
    ["the last marker in a chain of references applies", response("200").content[0]?.schema, "assumed"],
    ["a response component's marker overrides the operation's", response("404"), "assumed"],
    ["content of a response component inherits from the component", response("404").content[0]?.schema, "assumed"],
    ["a marker beside a reference applies to an unmarked component", response("409"), "stated 7"],
    [
      "a marker beside a reference applies to the content of the component",
      response("409").content[0]?.schema,
      "stated 7",
    ],
    ["a webhook has the basis of its own marker", webhooks[0], "stated 6"],
    ["a response of a webhook has the basis of its own marker", webhooks[0]?.responses[0], "assumed"],
  ])("%s", (_, node, expected) => {
    expect(basisText(node as Node)).toBe(expected);
  });

  it("is stated for all parts of a document without a marker", () => {
    const { operations: plain } = compileInMemory({
      paths: { "/a": { get: { responses: { "200": { description: "" } } } } },
    });

    expect(plain.flatMap((operation) => [operation, ...operation.responses]).map(basisText)).toEqual([
      "stated",
      "stated",
    ]);
  });

  it("is stated for unmarked parts of a document with markers", () => {
    const { operations: partly } = compileInMemory({
      paths: { "/a": { get: { "x-assumed": "Not shown", responses: {} }, put: { responses: {} } } },
    });

    expect(partly.map(basisText)).toEqual(["assumed", "stated"]);
  });
});

function basisText({ basis, section }: Pick<Node, "basis" | "section">): string {
  return section === undefined ? basis : `${basis} ${section}`;
}
