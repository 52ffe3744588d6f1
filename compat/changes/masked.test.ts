import { describe, expect, it } from "vitest";
import { type Contract, type Json, type JsonObject, type JsonSchema, loadContract } from "../../contracts/index.ts";
import { reportOf } from "../../test/support/compat/changelog.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import type { CompatReport } from "../model/change.ts";
import { reportEntries } from "../changelog/report-entries.ts";
import { checkCompat } from "../compare/check.ts";
import { maskedChange } from "./masked.ts";
import { compatReports } from "../reports/index.ts";

const core = "hunter2";
const scratch = createScratch();

/** Pairs of schemas that differ in a value of the property. */
const said: readonly (readonly [string, JsonSchema, JsonSchema])[] = [
  ["a default", { type: "string", default: `${core}a` }, { type: "string", default: `${core}b` }],
  ["a default that came", { type: "string" }, { type: "string", default: core }],
  ["values that are listed", { type: "string" }, { enum: [`${core}a`, `${core}b`] }],
  ["values that are listed no more", { enum: [`${core}a`, `${core}b`] }, { type: "string" }],
  ["a value that went", { enum: [`${core}a`, `${core}b`] }, { enum: [`${core}a`] }],
  ["a value that came", { enum: [`${core}a`] }, { enum: [`${core}a`, `${core}b`] }],
  ["a constant", { const: `${core}a` }, { const: `${core}b` }],
  ["items", { type: "array" }, { type: "array", items: { enum: [core] } }],
  ["an example", { type: "string", example: `${core} and more` }, { type: "string", maxLength: 3 }],
];

const names = ["password", "secret", "token", "api_key", "clientSecret", "pin", "session_id", "sid", "otpCode"];

describe("a property with the name of a secret", () => {
  it.each(said)("has its values masked in all reports and entries, with %s", (_, base, revision) => {
    for (const name of names) {
      const shown = shownBetween(name, base, revision);

      expect(shown.map((text) => text.includes(core))).toEqual(shown.map(() => false));
    }
  });

  it.each(said.slice(0, -1))("has its values shown under another name, with %s", (_, base, revision) => {
    expect(shownBetween("note", base, revision).some((text) => text.includes(core))).toBe(true);
  });

  it("keeps other keywords, such as maxLength", () => {
    const [text] = shownBetween("password", { type: "string", maxLength: 9 }, { type: "string", maxLength: 5 });

    expect(text).toContain('"maxLength" of property "password" changed from 9 to 5');
  });
});

describe("a generated name", () => {
  const parametersOf = (parameters: Json): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { get: { parameters, responses: { "200": { description: "Done" } } } } },
  });

  it("is not masked in a proof, and neither is its value", () => {
    const map = { type: "object", additionalProperties: { type: "string" } };
    const [removed] = changesBetween(parametersOf([{ name: "q", in: "query", schema: map }]), parametersOf([]));

    expect(removed?.witness?.request?.path).toMatch(/^\/a\?\w+=\w/);
  });
});

describe("a cookie in a proof", () => {
  const cookiesOf = (...themes: readonly string[]): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: {
      "/a": {
        get: {
          parameters: [
            { name: "theme", in: "cookie", required: true, schema: { enum: themes } },
            ...["session", "PHPSESSID", "xsrf", "auth_token"].map((name) => ({
              name,
              in: "cookie",
              required: true,
              schema: { type: "string", enum: [core] },
            })),
          ],
          responses: { "200": { description: "Done" } },
        },
      },
    },
  });

  it("is shown unless it has the name of a session or credential", () => {
    const [change] = changesBetween(cookiesOf("dark", "light"), cookiesOf("dark")).map(maskedChange);

    expect(change?.witness?.request?.headers).toEqual({
      cookie: "theme=light; session=***; PHPSESSID=***; xsrf=***; auth_token=***",
    });
  });
});

describe("a secret in a URL", () => {
  const key = `glpat-${core.toUpperCase()}ABCDEFGHIJKLMN`;
  const documentAt = (path: string, parameter: Json): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { [path]: { get: { parameters: [parameter], responses: { "200": { description: "Done" } } } } },
  });
  const parameterOf = (name: string, place: string, values: readonly Json[]): Json => ({
    name,
    in: place,
    schema: { type: "string", enum: [...values] },
  });

  it.each(["signature", "sig", "X-Amz-Signature"])("is masked as a value of %s", (name) => {
    for (const place of ["query", "header"]) {
      const documents = [[core, "z"], ["z"]].map((values) => documentAt("/a", parameterOf(name, place, values)));
      expect(shownOf(documents).filter((text) => text.includes(core))).toEqual([]);
    }
  });

  it("is masked as a segment of a path, and as the name of a property", () => {
    const at = documentAt(`/a/${key}/b`, parameterOf("q", "query", ["y", "z"]));
    const texts = [
      ...shownOf([at, documentAt("/a", parameterOf("q", "query", ["y", "z"]))]),
      ...shownOf([at, documentAt(`/a/${key}/b`, parameterOf("q", "query", ["z"]))]),
      ...shownBetween(key, { type: "string" }, { type: "integer" }),
    ];

    expect(texts.filter((text) => text.includes(key))).toEqual([]);
  });
});

describe("a GraphQL argument or field with the name of a secret", () => {
  const partsOf = (name: string, type: string): readonly string[] => [
    `type Query { a(i: I): Int } input I { ${name}: ${type} }`,
    `type Query { a(${name}: ${type}): Int }`,
  ];
  const values = [
    ["String", `"${core}"`, `"${core}b"`],
    ["String", `"""${core}"""`, `"""${core} and more"""`],
    ["[String]", `["${core}"]`, `["${core}", "b"]`],
    ["Int", "2462", "24622462"],
    ["E", "X2462", "Y2462"],
    ["O", `{v: "${core}"}`, `"${core}"`],
  ] as const;
  const types = "enum E { X2462 Y2462 } input O { v: String } directive @said(value: String) on FIELD_DEFINITION";

  it.each(values)("has its default masked: %s", async (type, before, after) => {
    for (const name of ["password", "pin"]) {
      for (const part of partsOf(name, type)) {
        const [none, ...defaults] = ["", ` = ${before}`, ` = ${after}`].map(
          (value) => part.replace(`${name}: ${type}`, `${name}: ${type}${value}`) + types,
        );
        const pairs = [defaults, defaults.toReversed(), [none, defaults[0]]] as string[][];
        const shown = (await Promise.all(pairs.map(shownOfSchemas))).flat();
        expect(shown.filter((text) => text.includes(core) || text.includes("2462"))).toEqual([]);
      }
    }
  });

  it("has the values of its directives masked, but not its name", async () => {
    const schemas = ["a", "b"].map((end) => `type Query { token: Int @said(value: "${core}${end}") } ${types}`);
    const shown = await shownOfSchemas(schemas);

    expect(shown.filter((text) => text.includes(core))).toEqual([]);
    expect(shown.every((text) => text.includes("token"))).toBe(true);
  });
});

async function shownOfSchemas(schemas: readonly string[]): Promise<readonly string[]> {
  const [base, revision] = await Promise.all(
    schemas.map(async (sdl) => loadContract(scratch.write({ "shop.graphql": sdl }))),
  );
  return shownIn(checkCompat([base as Contract], [revision as Contract]));
}

/** Texts of all reports and changelog entries for a change of the property. */
function shownBetween(name: string, base: JsonSchema, revision: JsonSchema): readonly string[] {
  return shownOf([documentWith(name, base), documentWith(name, revision)]);
}

function shownOf([base, revision]: readonly JsonObject[]): readonly string[] {
  return shownIn(reportOf(...changesBetween(base as JsonObject, revision as JsonObject)));
}

function shownIn(report: CompatReport): readonly string[] {
  return [
    ...["text", ...Object.keys(compatReports)].map((kind) => compatReports[kind]?.(report, {}) ?? ""),
    JSON.stringify(reportEntries(report, { date: "2026-01-31" })),
  ];
}

function documentWith(name: string, schema: JsonSchema): JsonObject {
  const object: Json = { type: "object", properties: { [name]: schema } };
  const content = { "application/json": { schema: object } };
  return {
    openapi: "3.1.0",
    info: { title: "A", version: "1" },
    paths: { "/a": { post: { requestBody: { content }, responses: { "200": { description: "Done", content } } } } },
  };
}
