import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contracts/index.ts";
import { changesBetween } from "../test/support/compat/documents.ts";
import {
  documentAnswering,
  schemaReference,
  jsonRequestBody,
  objectWithTexts,
} from "../test/support/compat/test-documents.ts";

describe("effective schemas", () => {
  const plain = { ...objectWithTexts("a", "b"), required: ["a"] };
  const refactored: Record<string, readonly [JsonObject, JsonObject]> = {
    "moved into a component": [documentAnswering(plain), documentAnswering(schemaReference("X"), { X: plain })],
    "in a component of another name": [
      documentAnswering(schemaReference("X"), { X: plain }),
      documentAnswering(schemaReference("Y"), { Y: plain }),
    ],
    "split into allOf": [
      documentAnswering(plain),
      documentAnswering(
        { allOf: [schemaReference("X"), objectWithTexts("b")] },
        { X: { ...objectWithTexts("a"), required: ["a"] } },
      ),
    ],
    "told apart by a union": [
      documentAnswering({ ...objectWithTexts("kind"), oneOf: [objectWithTexts("a"), objectWithTexts("b")] }),
      documentAnswering({ oneOf: [objectWithTexts("b", "kind"), objectWithTexts("a", "kind")] }),
    ],
    "deprecated behind a reference, beside a list": [
      documentAnswering({ properties: { a: { type: "string", deprecated: true } } }),
      documentAnswering(
        { properties: { a: schemaReference("X") } },
        { X: { deprecated: true, allOf: [{ type: "string" }] } },
      ),
    ],
    "wrapped in a union of one": [documentAnswering(plain), documentAnswering({ anyOf: [{ allOf: [plain] }] })],
    "with branches in another order": [
      documentAnswering({ oneOf: [marked("cat", "claws"), marked("dog", "bark")] }),
      documentAnswering({ oneOf: [marked("dog", "bark"), marked("cat", "claws")] }),
    ],
    "with an example and a title": [
      documentAnswering(plain),
      documentAnswering({ ...plain, title: "Plain", examples: [{ a: "1" }] }),
    ],
  };

  it.each(Object.entries(refactored))("are equal %s", (_, [base, revision]) => {
    expect(changesBetween(base, revision)).toEqual([]);
    expect(changesBetween(revision, base)).toEqual([]);
  });

  it("distinguish the branches of a union", () => {
    const base = documentAnswering({ oneOf: [marked("cat", "claws"), marked("dog", "bark")] });
    const revision = documentAnswering({ oneOf: [marked("fox", "den"), marked("dog"), marked("cat", "claws")] });

    expect(changesBetween(base, revision)).toMatchObject([
      { rule: "response-property-removed", path: "body.bark" },
      { rule: "union-branch-added", path: "body" },
    ]);
  });

  it("pair a schema with the branch that it became", () => {
    const schemas = { Cat: objectWithTexts("claws"), Dog: objectWithTexts("bark") };

    expect(
      changesBetween(
        documentAnswering(schemaReference("Cat"), schemas),
        documentAnswering({ oneOf: [schemaReference("Dog"), schemaReference("Cat")] }, schemas),
      ),
    ).toMatchObject([{ rule: "union-branch-added", message: 'The body can have the shape "Dog" now' }]);
  });

  it("compare an item of prefixItems with the schema of all items", () => {
    const list = { type: "array", items: { type: "string" } };
    const changes = changesBetween(
      documentAnswering(list),
      documentAnswering({ ...list, prefixItems: [{ type: "integer" }] }),
    );

    expect(changes).toMatchObject([{ rule: "type-changed", path: "body[0]" }]);
  });

  it("have a proof in the changed shape, even if other parts changed as well", () => {
    const sending = (narrowed: JsonObject, label: JsonObject, hasKinds: boolean) => {
      const [a, b] = hasKinds
        ? [marked("a", "id"), marked("b", "name")]
        : [objectWithTexts("id"), objectWithTexts("name")];
      const name = { type: "string", ...narrowed };
      const shapes = [a, { ...b, properties: { ...(b["properties"] as JsonObject), name } }];
      const required = hasKinds ? { required: ["kind"] } : {};
      const c = { anyOf: shapes.map((shape) => ({ ...shape, ...required })) };
      const body = { type: "object", required: ["label"], properties: { label: { type: "string", ...label }, c } };
      return { paths: { "/a": { post: { ...jsonRequestBody(body), responses: {} } } } };
    };
    const changesWith = (label: JsonObject, hasKinds: boolean) => {
      const changes = changesBetween(sending({}, {}, hasKinds), sending({ not: { enum: ["x"] } }, label, hasKinds));
      return changes.find(({ rule }) => rule === "not-added");
    };

    for (const label of [{}, { pattern: "b$" }]) {
      expect(changesWith(label, true)).toMatchObject({
        verdict: "breaking",
        witness: { request: { body: { c: { kind: "b", name: "x" } } } },
      });
      expect(changesWith(label, false)).toMatchObject({ verdict: "dangerous" });
    }
  });

  it("support nested unions with null", () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `N${index}`,
        { oneOf: [{ type: "null" }, schemaReference(`N${index + 1}`)] },
      ]),
    );
    const changes = changesBetween(
      documentAnswering(schemaReference("N0"), { ...schemas, N40: { type: "string" } }),
      documentAnswering(schemaReference("N0"), { ...schemas, N40: { type: "integer" } }),
    );

    expect(changes.map(({ rule }) => rule)).toEqual(["type-changed"]);
  });

  it("compare subtypes of a schema that has a union without shapes", () => {
    const anyOf = [{ required: ["x"] }, { required: ["y"] }];
    const Pet = { ...objectWithTexts("kind"), required: ["kind"], discriminator: { propertyName: "kind" } };
    const sending = (own: boolean, name: JsonObject) => ({
      paths: {
        "/a": {
          post: {
            ...jsonRequestBody(own ? { ...schemaReference("Pet"), anyOf } : schemaReference("Pet")),
            responses: {},
          },
        },
      },
      components: {
        schemas: {
          Pet: own ? Pet : { ...Pet, anyOf },
          Cat: {
            allOf: [schemaReference("Pet"), { type: "object", properties: { name: { type: "string", ...name } } }],
          },
        },
      },
    });

    for (const own of [true, false])
      expect(changesBetween(sending(own, {}), sending(own, { maxLength: 3 }))).toMatchObject([
        { rule: "max-length-decreased", path: "body.name", verdict: "breaking" },
      ]);
  });

  it("make a new value dangerous if another shape that names its members already contained it", () => {
    const sent = (names: readonly string[], other: JsonObject): JsonObject =>
      documentAnswering({ anyOf: [{ ...objectWithTexts("id", "name"), required: names }, other] });
    const changesWith = (other: JsonObject): readonly string[] => {
      const changes = changesBetween(sent(["name"], other), sent([], other));
      return changes.map(({ verdict }) => verdict);
    };

    expect(changesWith({ ...objectWithTexts("id", "name", "more") })).toEqual(["dangerous"]);
    expect(changesWith({ ...objectWithTexts("more"), required: ["more"] })).toEqual(["breaking"]);
  });

  it("support a recursive list in a part of allOf", () => {
    const sending = (encoding: JsonObject) => {
      const schema = { type: "object", properties: { list: schemaReference("List") } };
      const post = { requestBody: { content: { "multipart/form-data": { schema, encoding } } }, responses: {} };
      return {
        paths: { "/a": { post } },
        components: { schemas: { List: { type: "array", items: schemaReference("List") } } },
      };
    };
    const headers = { "X-Kind": { required: true, schema: { type: "string" } } };

    expect(changesBetween(sending({}), sending({ list: { headers } }))).toMatchObject([{ rule: "part-header-added" }]);
  });

  it("limit the combinations of several unions", () => {
    const union = { oneOf: Array.from({ length: 12 }, (_, index) => objectWithTexts(`p${index}`)) };
    const many = { allOf: Array.from({ length: 12 }, () => union) };

    expect(changesBetween(documentAnswering(many), documentAnswering({ ...many, title: "Many" })).length).toBeLessThan(
      500,
    );
  });
});

function marked(kind: string, ...names: readonly string[]): JsonObject {
  return { type: "object", properties: { kind: { const: kind }, ...objectWithTexts(...names)["properties"] } };
}
