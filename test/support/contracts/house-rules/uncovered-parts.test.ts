import type { JsonObject } from "../../../../contracts/model/json.ts";
import { describe, expect, it } from "vitest";
import { operationAnswering, documentOf } from "../scratch.ts";
import { uncoveredIn } from "./uncovered-parts.ts";

const stated = { "x-spec": "1" };
const schema = { $ref: "#/components/schemas/Pet" };

describe("uncoveredIn()", () => {
  it.each<[string, JsonObject, string[]]>([
    ["nothing, in a document without markers", { paths: { "/a": { get: operationAnswering(schema) } } }, []],
    [
      "nothing below a marker at the root",
      { ...stated, paths: { "/a": { get: operationAnswering(true) } }, components: { schemas: { Pet: {} } } },
      [],
    ],
    [
      "an operation, and nothing below it",
      { paths: { "/a": { get: operationAnswering({ items: {} }), put: stated } } },
      ["operation /paths/~1a/get"],
    ],
    [
      "nothing below a marker of the path",
      { paths: { "/a": { ...stated, get: operationAnswering({}), parameters: [{ schema: {} }] } } },
      [],
    ],
    [
      "a parameter of the path",
      { paths: { "/a": { parameters: [{ name: "a" }], get: stated } } },
      ["parameter /paths/~1a/parameters/0"],
    ],
    [
      "nothing in a component that is used where a marker covers it",
      {
        paths: { "/a": { get: { ...stated, ...operationAnswering(schema) } } },
        components: { schemas: { Pet: { properties: { a: {} } } } },
      },
      [],
    ],
    [
      "an unused component",
      { paths: { "/a": { get: stated } }, components: { schemas: { Pet: { properties: { a: {} } } } } },
      ["schema /components/schemas/Pet"],
    ],
    [
      "a component that is used where no marker covers it, although another use is covered",
      {
        paths: {
          "/a": {
            parameters: [{ $ref: "#/components/parameters/P" }],
            get: { ...stated, parameters: [{ $ref: "#/components/parameters/P" }] },
          },
        },
        components: { parameters: { P: { name: "p" } } },
      },
      ["parameter /components/parameters/P"],
    ],
    [
      "nothing if the node with the $ref has the marker",
      {
        paths: { "/a": { parameters: [{ $ref: "#/components/parameters/P", "x-assumed": "Not shown" }] } },
        components: { parameters: { P: { name: "p", schema } }, schemas: { Pet: { properties: { again: schema } } } },
      },
      [],
    ],
    [
      "bodies and responses among components",
      { paths: { "/a": stated }, components: { requestBodies: { B: {} }, responses: { R: {} }, headers: { H: {} } } },
      ["requestBody /components/requestBodies/B", "response /components/responses/R"],
    ],
    [
      "a schema below a header without a marker",
      { paths: { "/a": stated }, components: { headers: { H: { schema: {} } } } },
      ["schema /components/headers/H/schema"],
    ],
  ])("finds %s", (_, parts, expected) => {
    expect(uncoveredIn(documentOf(parts)).map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual(expected);
  });
});
