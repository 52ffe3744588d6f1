import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { loadContract, locate } from "../loading/load.ts";
import { valueAt } from "../model/pointer.ts";

const scratch = createScratch();

const sdl = `"""
x-spec: 1
"""
schema { query: Query }
"A pet. \\nx-state: /pets\\nx-assumed: Pets are not shown"
type Pet {
  """
  Its name.

  x-spec: 2.1
  """
  name(upper: Boolean): String!
  """
  x-state: years
  x-assumed: Ages are not shown
  """
  age: String @deprecated(reason: "It changes.")
  kind: Kind
}
"x-spec: 2"
enum Kind {
  CAT
  DOG }
"x-spec: 3"
directive @Own on OBJECT
"x-spec: 1"
type Query {
  "x-spec: 1"
  pet: Pet
}
`;

const marked = { deprecated: true };

describe("readGraphql()", () => {
  it("returns a schema as plain data, with markers separate from descriptions", async () => {
    const contract = await loadContract(scratch.write({ "shop/schema.graphql": sdl }));

    expect(contract).toMatchObject({ kind: "graphql", api: "shop-graphql", operations: [], problems: [] });
    expect(JSON.parse(JSON.stringify(contract.document))).toEqual({
      info: { title: "Shop GraphQL schema", version: "1" },
      "x-spec": "1",
      query: "Query",
      types: {
        Pet: {
          kind: "ObjectTypeDefinition",
          description: "A pet.",
          "x-state": "/pets",
          "x-assumed": "Pets are not shown",
          fields: {
            name: {
              type: "String!",
              description: "Its name.",
              "x-spec": "2.1",
              arguments: { upper: { type: "Boolean" } },
            },
            age: {
              type: "String",
              "x-state": "years",
              "x-assumed": "Ages are not shown",
              deprecated: true,
              "x-deprecated": { reason: "It changes." },
            },
            kind: { type: "Kind" },
          },
        },
        Kind: { kind: "EnumTypeDefinition", "x-spec": "2", values: { CAT: {}, DOG: {} } },
        Query: {
          kind: "ObjectTypeDefinition",
          "x-spec": "1",
          fields: { pet: { type: "Pet", "x-spec": "1" } },
        },
      },
      directives: {
        Own: { locations: ["OBJECT"], "x-spec": "3" },
        deprecated: expect.objectContaining({ builtIn: true }) as unknown,
        include: expect.objectContaining({ builtIn: true }) as unknown,
        skip: expect.objectContaining({ builtIn: true }) as unknown,
      },
      sdl,
    });
  });

  it("reads deprecation dates from the last lines of a description only", async () => {
    const file = scratch.write({
      "dated.graphql": `
"x-deprecated: 2024-01-01"
type Query {
  """
  The year.
  x-sunset: 2027-06-30
  x-deprecated: 2026-01-31
  x-spec: 2.1
  """
  year(
    "x-deprecated: soon"
    of: Int @deprecated
  ): Int @deprecated(reason: "2026-02-28: use age")
  "Its x-deprecated: 2026-01-31"
  age: Int @deprecated(reason: "2026-02-28: use year")
}
"x-sunset: 2027-06-30"
enum Kind {
  "x-deprecated: 2026-01-31"
  CAT @deprecated
  DOG
}`,
    });
    const { document } = await loadContract(file);

    expect(document["types"]).toMatchObject({
      Query: {
        "x-deprecated": { date: "2024-01-01" },
        fields: {
          year: {
            description: "The year.",
            "x-spec": "2.1",
            "x-sunset": "2027-06-30",
            "x-deprecated": { date: "2026-01-31", reason: "2026-02-28: use age" },
            arguments: { of: { deprecated: true, "x-deprecated": { date: "soon" } } },
          },
          age: { description: "Its x-deprecated: 2026-01-31", "x-deprecated": { reason: "2026-02-28: use year" } },
        },
      },
      Kind: {
        "x-sunset": "2027-06-30",
        values: { CAT: { deprecated: true, "x-deprecated": { date: "2026-01-31" } }, DOG: {} },
      },
    });
  });

  it("returns the line of each part", async () => {
    const contract = await loadContract(scratch.write({ "schema.graphql": sdl }));
    const lineOf = (pointer: string): number => {
      expect(valueAt(contract.document, pointer)).toBeDefined();
      return locate(contract, pointer).line;
    };

    expect(
      [
        "/types/Pet",
        "/types/Pet/fields/name",
        "/types/Pet/fields/kind",
        "/types/Kind",
        "/types/Kind/values/DOG",
        "/directives/Own",
      ].map(lineOf),
    ).toEqual([6, 12, 18, 21, 23, 25]);
  });

  it("returns the line of arguments, extensions and parts that share a line", async () => {
    const lines = [
      "extend type Pet { b(x: Int",
      "  y: Int): Int }",
      "type Pet {",
      '  "y: of others" a: Int c: Int',
      "}",
    ];
    const contract = await loadContract(scratch.write({ "schema.graphql": lines.join("\n") }));
    const lineOf = (pointer: string): number => locate(contract, pointer).line;

    expect(
      [
        "/types/Pet",
        "/types/Pet/fields/c",
        "/types/Pet/fields/b/arguments/y",
        "/types/Pet/fields/b/arguments/y/x-deprecated",
        "/types/Pet/fields/none",
        "/types/None",
      ].map(lineOf),
    ).toEqual([3, 4, 2, 2, 3, 1]);
  });

  it("skips parts that cannot be built, and reports their lines", async () => {
    const file = scratch.write({ "pets.graphql": "type Query {\n  name: Strong\n}" });
    const { problems, document } = await loadContract(file);

    expect(problems).toMatchObject([
      {
        code: "invalid-schema",
        message: 'Type "Strong" is not defined: it is taken for a scalar',
        at: { file, line: 2, pointer: "" },
      },
    ]);
    expect(document).toMatchObject({ types: { Strong: { kind: "ScalarTypeDefinition" } } });
  });

  it.each([
    ["scalar Day @specifiedBy", 'Directive "@specifiedBy" cannot be read: it is left out', {}],
    ["@deprecated(reason: 3)", 'Directive "@deprecated" cannot be read: what it is given is left out', marked],
    ['@key(fields: "id") @deprecated', 'Directive "@key" is not defined: its meaning is unknown', marked],
  ])("skips undefined and unreadable directives: %s", async (text, message, expectedField) => {
    const [own, more] = text.startsWith("@") ? [text, ""] : ["", text];
    const file = scratch.write({ "pets.graphql": `type Query {\n  name: String ${own}\n}\n${more}` });
    const { problems, document } = await loadContract(file);

    expect(problems).toMatchObject([
      { code: "invalid-schema", message, at: { file, line: more ? 4 : 2, pointer: "" } },
    ]);
    expect(document).toMatchObject({ types: { Query: { fields: { name: expectedField } } } });
  });

  it("reports the fault and line of a file that is not a schema", async () => {
    const file = scratch.write({ "pets.graphql": "type Pet {\n  name Strong\n}" });

    await expect(loadContract(file)).rejects.toMatchObject({ code: "unreadable-document", at: { file } });
    await expect(loadContract("nowhere.graphql")).rejects.toMatchObject({ code: "unreadable-document" });
  });
});
