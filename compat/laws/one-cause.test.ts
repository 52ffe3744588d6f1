import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";
import { documentOf, operationAnswering } from "../../test/support/contracts/scratch.ts";

const text = { type: "string" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });

/** A document with a hundred operations that respond with a schema, and with components. */
function hundred(schema: Json, schemas: JsonObject): JsonObject {
  const paths = Array.from({ length: 100 }, (_, index) => [`/p${index}`, { get: operationAnswering(schema) }] as const);
  return documentOf({ paths: Object.fromEntries(paths), components: { schemas } });
}

const cause = object({ id: text });
const grown = object({ id: text, further: text });

describe("an edit of a shared part", () => {
  it.each<[string, (thing: JsonObject) => JsonObject]>([
    ["a component", (Thing) => hundred(ref("Thing"), { Thing })],
    [
      "a component deep in a schema",
      (Thing) => hundred(object({ deep: { type: "array", items: ref("Thing") } }), { Thing }),
    ],
    [
      "a component in a circle",
      ({ properties }) =>
        hundred(ref("Thing"), { Thing: object({ ...(properties as JsonObject), next: ref("Thing") }) }),
    ],
    [
      "two components that refer to each other",
      ({ properties }) =>
        hundred(ref("A"), {
          A: object({ b: ref("B") }),
          B: object({ ...(properties as JsonObject), a: ref("A") }),
        }),
    ],
    [
      "a branch of a union in a circle",
      ({ properties }) =>
        hundred(ref("Tree"), {
          Tree: { oneOf: [ref("Leaf"), ref("Fork")] },
          Leaf: object({ ...(properties as JsonObject), kind: { const: "leaf" } }),
          Fork: object({ kind: { const: "fork" }, left: ref("Tree"), right: ref("Tree") }),
        }),
    ],
  ])("is one change that lists all operations: %s", (_, document) => {
    const changes = changesBetween(document(cause), document(grown));

    expect(changes.map(({ rule, operations }) => [rule, operations.length])).toEqual([
      ["response-property-added", 100],
    ]);
  });

  it("is one change for each copy of a schema, because each copy has its own announcement", () => {
    const [before, after] = [cause, grown].map((thing) =>
      hundred(object({ deep: { type: "array", items: thing } }), {}),
    );
    const changes = changesBetween(before as JsonObject, after as JsonObject);

    expect(changes.map(({ rule, operations }) => [rule, operations.length])).toEqual(
      Array.from({ length: 100 }, () => ["response-property-added", 1]),
    );
    expect(new Set(changes.map(({ base }) => base?.pointer)).size).toBe(100);
  });
});
