import type { JsonObject } from "./json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Node, Operation } from "./contract.ts";
import { isMarked, standingOf, standingOfDocument } from "./standing.ts";

describe("standingOf()", () => {
  it.each<[string, JsonObject, string]>([
    ["its own x-spec", { "x-spec": "4.1" }, "stated 4.1"],
    ["a section that YAML made a number", { "x-spec": 4.1 }, "stated 4.1"],
    ["its own x-assumed", { "x-assumed": "Not shown" }, "assumed"],
    ["what it inherits, else", {}, "stated 9"],
    ["what it inherits, where a marker says nothing", { "x-spec": true }, "stated 9"],
  ])("is %s", (_, node, expected) => {
    expect(wordOf(standingOf(node, { basis: "stated", section: "9" }))).toBe(expected);
  });
});

describe("standingOfDocument()", () => {
  it("is what the root says, or stated, whatever is said of parts", () => {
    const marked = { paths: { "/a": { get: { "x-assumed": "Not shown" } } } };

    expect(wordOf(standingOfDocument({ paths: {} }))).toBe("stated");
    expect(wordOf(standingOfDocument(marked))).toBe("stated");
    expect(wordOf(standingOfDocument({ ...marked, "x-spec": "2" }))).toBe("stated 2");
    expect(wordOf(standingOfDocument({ ...marked, "x-assumed": "All of it" }))).toBe("assumed");
  });

  it("takes no marker from examples, or from properties of that name", () => {
    const schema = { properties: { "x-spec": { type: "string" } }, enum: [{ "x-assumed": "a" }] };
    const document = { components: { schemas: { A: schema }, examples: { a: { value: { "x-spec": "1" } } } } };

    expect(wordOf(standingOfDocument(document))).toBe("stated");
  });
});

describe("isMarked()", () => {
  it("tells nodes with a marker of their own", () => {
    expect([{ "x-spec": "1" }, { "x-assumed": "" }, {}].map(isMarked)).toEqual([true, true, false]);
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
  const [read, remove] = operations as [Operation, Operation];
  const parameter = (name: string): Operation["parameters"][number] =>
    read.parameters.find((candidate) => candidate.name === name) as Operation["parameters"][number];
  const response = (status: string): Operation["responses"][number] =>
    read.responses.find((candidate) => candidate.status === status) as Operation["responses"][number];

  it.each<[string, Node | undefined, string]>([
    ["an operation's is its own", read, "stated 4.1"],
    ["an operation's, else its path's", remove, "assumed"],
    ["a path's parameter's is the path's", parameter("id"), "assumed"],
    ["a component's own wins", parameter("m"), "stated 2.1"],
    ["a component's, else its referrer's", parameter("p"), "assumed"],
    ["a parameter's is its own", parameter("a"), "assumed"],
    ["a schema's is its own", parameter("a").schema, "stated 3"],
    ["a schema's component's wins over the operation's", parameter("b").schema, "assumed"],
    ["a schema's component's wins over the parameter's", parameter("m").schema, "stated 2"],
    ["a body's is the operation's", read.body, "stated 4.1"],
    ["a body's schema's, without a marker, is the operation's", read.body?.content[0]?.schema, "stated 4.1"],
    ["a response's is the operation's", response("200"), "stated 4.1"],
    ["a header's is its own", response("200").headers[0], "assumed"],
    ["a referrer on the way wins over those before it", response("200").content[0]?.schema, "assumed"],
    ["a response component's wins", response("404"), "assumed"],
    ["what lies in a component is the component's", response("404").content[0]?.schema, "assumed"],
    ["a referrer's marker holds for its component", response("409"), "stated 7"],
    ["and for what lies in it", response("409").content[0]?.schema, "stated 7"],
    ["a webhook's is its own", webhooks[0], "stated 6"],
    ["a webhook's response's is its own", webhooks[0]?.responses[0], "assumed"],
  ])("%s", (_, node, expected) => {
    expect(wordOf(node as Node)).toBe(expected);
  });

  it("is stated everywhere in a document without a marker", () => {
    const { operations: plain } = compileInMemory({
      paths: { "/a": { get: { responses: { "200": { description: "" } } } } },
    });

    expect(plain.flatMap((operation) => [operation, ...operation.responses]).map(wordOf)).toEqual(["stated", "stated"]);
  });

  it("is stated where no marker covers it, in a document that has some", () => {
    const { operations: partly } = compileInMemory({
      paths: { "/a": { get: { "x-assumed": "Not shown", responses: {} }, put: { responses: {} } } },
    });

    expect(partly.map(wordOf)).toEqual(["assumed", "stated"]);
  });
});

function wordOf({ basis, section }: Pick<Node, "basis" | "section">): string {
  return section === undefined ? basis : `${basis} ${section}`;
}
