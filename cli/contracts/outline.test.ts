import { describe, expect, it } from "vitest";
import type { Contract, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { outlineBody } from "./outline.ts";
import { showContract } from "./show.ts";

const place = { pointer: "/components/schemas/L0", basis: "stated" } as const;
const nameAndType = ([name = "", type = ""]: readonly string[]): string => `${name}: ${type}`;

function rows(schemas: JsonObject): string[] {
  return outlineBody(compileInMemory({ components: { schemas } }), place, { isSent: true }).map(nameAndType);
}

/** Chain of schemas in which each refers to the next one twice. */
function doublingSchemas(schemaOf: (next: JsonObject) => JsonObject): JsonObject {
  const levels = Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/components/schemas/L${level + 1}` };
    return [`L${level}`, schemaOf(next)] as const;
  });
  return { ...Object.fromEntries(levels), L40: { type: "object", properties: { v: { type: "string" } } } };
}

describe("outlineBody()", () => {
  it("shows the fields of a schema once, and later refers to that path", () => {
    const price = { $ref: "#/components/schemas/Price" };
    const schemas = {
      L0: {
        type: "object",
        properties: { lines: { type: "array", items: price }, net: price, id: { type: "string" } },
      },
      Price: { type: "object", properties: { amount: { type: "integer" } } },
    };

    expect(rows(schemas)).toEqual([
      ": object",
      "lines: array",
      "  []: object",
      "    amount: integer",
      "net: object, as lines[] above",
      "id: string",
    ]);
  });

  it.each([
    [false, ["read-only", "required", "required"]],
    [true, ["required", "required", "write-only"]],
  ])("does not call a member required that only the other side sends (sent by the provider: %s)", (isSent, needs) => {
    const id = { type: "string", readOnly: true };
    const L0 = {
      type: "object",
      required: ["id", "name", "pin"],
      properties: { id: { allOf: [id] }, name: { type: "string" }, pin: { type: "string", writeOnly: true } },
    };
    const contract = compileInMemory({ components: { schemas: { L0 } } });

    expect(outlineBody(contract, place, { isSent }).map(([, , need]) => need)).toEqual(["", ...needs]);
  });

  it.each<[string, (next: JsonObject) => JsonObject]>([
    ["oneOf", (next) => ({ oneOf: [next, next] })],
    ["anyOf", (next) => ({ anyOf: [next, next] })],
    ["allOf", (next) => ({ allOf: [next, next] })],
    ["properties", (next) => ({ type: "object", properties: { a: next, b: next } })],
  ])("has few rows for schemas whose expansion doubles at each level: %s", (_, schemaOf) => {
    expect(rows(doublingSchemas(schemaOf)).length).toBeLessThan(40);
  });
});

describe("showContract()", () => {
  it("truncates a long text, and prints the number of omitted lines", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`p${index}`, { type: "string" }]),
    );
    const content = { "application/json": { schema: { type: "object", properties } } };
    const contract: Contract = compileInMemory({
      paths: { "/a": { post: { operationId: "make", requestBody: { content }, responses: {} } } },
    });
    let out = "";
    const io = { out: (text: string) => void (out += text), signal: new AbortController().signal };
    await showContract({
      contracts: [contract],
      names: [contract.api, "make"],
      json: false,
      rules: false,
      out: undefined,
      io: io as never,
    });
    const lines = out.trimEnd().split("\n");

    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toMatch(/^… 3,?0\d\d lines more, of deeper fields and further bodies$/);
  });
});
