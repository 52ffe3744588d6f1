import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { type Json, type Problem, loadContract, loadContracts } from "../../../../contracts/index.ts";
import { planted, wordOf } from "../lint.ts";
import { createScratch } from "../scratch.ts";
import { findHouseProblems } from "./index.ts";

const scratch = createScratch();

describe("findHouseProblems()", () => {
  it.each<[string, string, Json | undefined, string, string]>([
    [
      "an operation without a marker",
      "/paths/~1pets/get/x-spec",
      undefined,
      "uncovered-marker",
      "No marker covers this operation",
    ],
    [
      "an unused component without a marker",
      "/components/schemas/Unused/x-assumed",
      undefined,
      "uncovered-marker",
      "No marker covers this schema",
    ],
    ["half of an unquoted sentence", "/components/schemas/Pet/and what it likes", null, "member-empty", "has no value"],
    [
      "an assumption without a reason",
      "/components/schemas/Pet/x-assumed",
      "?",
      "assumption-unexplained",
      "Give the reason",
    ],
    ["a section that is none", "/paths/~1pets/get/x-spec", 4.1, "section-malformed", "x-spec is 4.1"],
    [
      "a body without an example",
      "/paths/~1pets/put/requestBody/content/application~1json/example",
      undefined,
      "example-missing",
      "no example",
    ],
    [
      "an operation without an operationId",
      "/paths/~1pets/get/operationId",
      undefined,
      "operation-unnamed",
      "no operationId",
    ],
    [
      "an operationId without a noun",
      "/paths/~1pets/get/operationId",
      "list",
      "operation-unnamed",
      '"list" is not a verb',
    ],
    ["an operation without a summary", "/paths/~1pets/get/summary", undefined, "summary-missing", "no summary"],
    ["a webhook without a summary", "/webhooks/told/post/summary", " ", "summary-missing", "no summary"],
    ["a tag that is not declared", "/paths/~1pets/get/tags/0", "Dogs", "tag-undeclared", '"Dogs" is not declared'],
    ["an operation without a tag", "/paths/~1pets/get/tags", [], "tag-undeclared", "no tag"],
    ["a tag without a description", "/tags/0/description", undefined, "tag-undeclared", '"Pets" has no description'],
    ["an API that is not described", "/info/description", undefined, "api-undescribed", "not described"],
    ["an API without a host", "/servers", [{ url: "/v1" }], "api-undescribed", "No server"],
    [
      "a sunset less than 12 months after the deprecation",
      "/paths/~1pets/put/x-sunset",
      "2027-01-30",
      "sunset-too-soon",
      "12 months after",
    ],
    [
      "a sunset less than 24 months after the publication",
      "/paths/~1pets/put/x-published",
      "2025-02-01",
      "sunset-too-soon",
      "24 months after the publication of 2025-02-01",
    ],
    [
      "a deprecation without a reason",
      "/paths/~1pets/put/x-deprecated/reason",
      undefined,
      "deprecation-unexplained",
      "add x-deprecated with a date and a reason",
    ],
    ["an operation without a token", "/paths/~1pets/put/x-public", undefined, "public-unexplained", "x-public"],
  ])("reports %s", async (_, pointer, value, code, message) => {
    const contract = await loadContract(scratch.write({ "openapi.json": planted(pointer, value) }));
    const periods = { notice: 12, support: 24 };
    const problems = findHouseProblems(contract, { contracts: [contract], periods });

    expect(problems.map(wordOf)).toEqual([expect.stringContaining(`${code}: `)]);
    expect(wordOf(problems[0] as Problem)).toContain(message);
  });

  it("finds no date too soon without the periods of a provider", async () => {
    const file = scratch.write({ "openapi.json": planted("/paths/~1pets/put/x-sunset", "2027-01-30") });

    expect(findHouseProblems(await loadContract(file))).toEqual([]);
  });

  it("reports operations without a date of publication, and only the document if none has one", async () => {
    const some = planted("/x-published", undefined);
    const none = planted("/paths/~1pets/put/x-published", undefined, some);
    const found = async (document: Json): Promise<(readonly [string, string])[]> =>
      findHouseProblems(await loadContract(scratch.write({ "openapi.json": document }))).map(
        ({ code, at }) => [code, at.pointer] as const,
      );

    expect(await found(some)).toEqual([["publication-undated", "/paths/~1pets/get"]]);
    expect(await found(none)).toEqual([["publication-undated", ""]]);
  });

  it("reports a part of a GraphQL schema without a marker", async () => {
    const sdl = '"x-spec: 1"\ntype Query {\n  "x-spec: 1"\n  pet: String\n  dog: String\n}\n';
    const contract = await loadContract(
      scratch.write({ "schema.graphql": `"x-spec: 1"\nschema { query: Query }\n${sdl}` }),
    );

    expect(findHouseProblems(contract).map(({ code, at }) => [code, at.pointer, at.line])).toEqual([
      ["graphql-unmarked", "/types/Query/fields/dog", 7],
    ]);
  });

  it("reports definitions that two documents share", async () => {
    const other = planted("/info/title", "Cats");
    const folder = dirname(scratch.write({ "a.json": planted("/info/title", "Pets"), "b.json": other }));
    const contracts = await loadContracts([folder]);
    const problems = contracts.flatMap((contract) => findHouseProblems(contract, { contracts }));

    expect(new Set(problems.map(wordOf))).toEqual(
      new Set(
        ["Cats", "Pets"].flatMap((title) => [
          `api-undescribed: "${title}" has the same host`,
          `operation-id-shared: operationId "listPets" is also used by "${title}"`,
          `operation-id-shared: operationId "putPet" is also used by "${title}"`,
          `path-shared: "${title}" also has the operation GET /pets`,
          `path-shared: "${title}" also has the operation PUT /pets`,
        ]),
      ),
    );
  });
});
