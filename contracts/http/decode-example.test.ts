import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { decodeExample } from "./decode-example.ts";

const integers = { type: "array", items: { type: "integer" } };
const pair = { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } } };
const query = { in: "query", schema: integers };
const header = { in: "header", schema: integers };
const path = { in: "path", required: true, schema: integers };

describe("decodeExample()", () => {
  it.each<[string, JsonObject, Json, Json]>([
    ["a value of its schema", query, [1, 2], [1, 2]],
    ["a text of its schema", { in: "query", schema: { type: "string" } }, "p=1,2", "p=1,2"],
    ["a form list", { ...query, explode: false }, "1,2", [1, 2]],
    ["a form list with its name", { ...query, explode: false }, "p=1,2", [1, 2]],
    ["a form list with escapes", { ...query, explode: false }, "1%2C2", [1, 2]],
    ["an exploded form list", query, "p=1&p=2", [1, 2]],
    ["an exploded form list of one item", query, "1", [1]],
    ["pipes", { ...query, style: "pipeDelimited", explode: false }, "1|2", [1, 2]],
    ["spaces", { ...query, style: "spaceDelimited", explode: false }, "p=1%202", [1, 2]],
    ["a deep object", { in: "query", style: "deepObject", schema: pair }, "p[a]=1&p[b]=2", { a: 1, b: 2 }],
    ["an exploded form object", { in: "query", schema: pair }, "?a=1&b=2", { a: 1, b: 2 }],
    ["a form object", { in: "query", explode: false, schema: pair }, "a,1,b,2", { a: 1, b: 2 }],
    ["a number", { in: "query", schema: { type: "integer" } }, "12", 12],
    ["a boolean", { in: "query", schema: { type: "boolean" } }, "p=true", true],
    ["JSON text", { in: "query", content: { "application/json": { schema: pair } } }, '{"a": 1}', { a: 1 }],
    ["a header", header, "1,2", [1, 2]],
    ["a header with an exploded object", { in: "header", explode: true, schema: pair }, "a=1,b=2", { a: 1, b: 2 }],
    ["a header with an object", { in: "header", schema: pair }, "a,1,b,2", { a: 1, b: 2 }],
    ["a path", path, "1,2", [1, 2]],
    ["a path with labels", { ...path, style: "label", explode: true }, ".1.2", [1, 2]],
    ["a path with a matrix", { ...path, style: "matrix" }, ";p=1,2", [1, 2]],
    ["cookies", { in: "cookie", schema: pair }, "a=1; b=2", { a: 1, b: 2 }],
    ["a list in another style", { ...query, explode: false }, "1|2", "1|2"],
    ["an exploded list in another style", query, "1,2", "1,2"],
    ["a list with a wrong item", { ...query, explode: false }, "1,b", "1,b"],
    ["a list with another name", { ...query, explode: false }, "q=1,2", "q=1,2"],
    ["a name that is given twice", { ...query, explode: false }, "p=1&p=2", "p=1&p=2"],
    ["an object with another member", { in: "query", schema: pair }, "a=1&c=2", "a=1&c=2"],
    ["wrong JSON text", { in: "query", content: { "application/json": { schema: pair } } }, '{"a": "x"}', '{"a": "x"}'],
    ["a text that is no number", { in: "query", schema: { type: "integer" } }, "twelve", "twelve"],
  ])("reads %s", (_, parameter, example, value) => {
    const responses = { 200: { description: "Teas." } };
    const parameters = [{ name: "p", ...parameter }];
    const contract = compileInMemory({ openapi: "3.1.0", paths: { "/teas/{p}": { get: { parameters, responses } } } });
    const [compiled] = contract.operations[0]?.parameters ?? [];

    expect(compiled && decodeExample(contract, compiled, example)).toEqual(value);
  });
});
