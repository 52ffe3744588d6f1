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

const secret = "hunter2";
const scratch = createScratch();

/** Pairs of schemas that differ in a value of the property. */
const valuePairs: readonly (readonly [string, JsonSchema, JsonSchema])[] = [
  ["a default", { type: "string", default: `${secret}a` }, { type: "string", default: `${secret}b` }],
  ["a default that came", { type: "string" }, { type: "string", default: secret }],
  ["values that are listed", { type: "string" }, { enum: [`${secret}a`, `${secret}b`] }],
  ["values that are listed no more", { enum: [`${secret}a`, `${secret}b`] }, { type: "string" }],
  ["a value that went", { enum: [`${secret}a`, `${secret}b`] }, { enum: [`${secret}a`] }],
  ["a value that came", { enum: [`${secret}a`] }, { enum: [`${secret}a`, `${secret}b`] }],
  ["a constant", { const: `${secret}a` }, { const: `${secret}b` }],
  ["items", { type: "array" }, { type: "array", items: { enum: [secret] } }],
  ["an example", { type: "string", example: `${secret} and more` }, { type: "string", maxLength: 3 }],
];

const names = ["password", "secret", "token", "api_key", "clientSecret", "pin", "session_id", "sid", "otpCode"];

describe("a property with the name of a secret", () => {
  it.each(valuePairs)("has its values masked in all reports and entries, with %s", (_, base, revision) => {
    for (const name of names) {
      const shown = propertyReportTexts(name, base, revision);

      expect(shown.map((text) => text.includes(secret))).toEqual(shown.map(() => false));
    }
  });

  it.each(valuePairs.slice(0, -1))("has its values shown under another name, with %s", (_, base, revision) => {
    expect(propertyReportTexts("note", base, revision).some((text) => text.includes(secret))).toBe(true);
  });

  it("keeps other keywords, such as maxLength", () => {
    const [text] = propertyReportTexts("password", { type: "string", maxLength: 9 }, { type: "string", maxLength: 5 });

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
              schema: { type: "string", enum: [secret] },
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
  const key = `glpat-${secret.toUpperCase()}ABCDEFGHIJKLMN`;
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
      const documents = [[secret, "z"], ["z"]].map((values) => documentAt("/a", parameterOf(name, place, values)));
      expect(reportTextsOf(documents).filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it("is masked as a segment of a path, and as the name of a property", () => {
    const withKey = documentAt(`/a/${key}/b`, parameterOf("q", "query", ["y", "z"]));
    const texts = [
      ...reportTextsOf([withKey, documentAt("/a", parameterOf("q", "query", ["y", "z"]))]),
      ...reportTextsOf([withKey, documentAt(`/a/${key}/b`, parameterOf("q", "query", ["z"]))]),
      ...propertyReportTexts(key, { type: "string" }, { type: "integer" }),
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
    ["String", `"${secret}"`, `"${secret}b"`],
    ["String", `"""${secret}"""`, `"""${secret} and more"""`],
    ["[String]", `["${secret}"]`, `["${secret}", "b"]`],
    ["Int", "46224622", "1046224622"],
    ["E", "X46224622", "Y46224622"],
    ["O", `{v: "${secret}"}`, `"${secret}"`],
  ] as const;
  const types =
    "enum E { X46224622 Y46224622 } input O { v: String } directive @said(value: String) on FIELD_DEFINITION";

  it.each(values)("has its default masked: %s", async (type, before, after) => {
    for (const name of ["password", "pin"]) {
      for (const part of partsOf(name, type)) {
        const [withoutDefault, ...defaults] = ["", ` = ${before}`, ` = ${after}`].map(
          (value) => part.replace(`${name}: ${type}`, `${name}: ${type}${value}`) + types,
        );
        const pairs = [defaults, defaults.toReversed(), [withoutDefault, defaults[0]]] as string[][];
        const shown = (await Promise.all(pairs.map(graphqlReportTexts))).flat();
        expect(shown.filter((text) => text.includes(secret) || text.includes("46224622"))).toEqual([]);
      }
    }
  });

  it("has the values of its directives masked, but not its name", async () => {
    const schemas = ["a", "b"].map((end) => `type Query { token: Int @said(value: "${secret}${end}") } ${types}`);
    const shown = await graphqlReportTexts(schemas);

    expect(shown.filter((text) => text.includes(secret))).toEqual([]);
    expect(shown.every((text) => text.includes("token"))).toBe(true);
  });
});

async function graphqlReportTexts(schemas: readonly string[]): Promise<readonly string[]> {
  const [base, revision] = await Promise.all(
    schemas.map(async (sdl) => loadContract(scratch.write({ "shop.graphql": sdl }))),
  );
  return textsOfReport(checkCompat([base as Contract], [revision as Contract]));
}

/** Texts of all reports and changelog entries for a change of the property. */
function propertyReportTexts(name: string, base: JsonSchema, revision: JsonSchema): readonly string[] {
  return reportTextsOf([documentWith(name, base), documentWith(name, revision)]);
}

function reportTextsOf([base, revision]: readonly JsonObject[]): readonly string[] {
  return textsOfReport(reportOf(...changesBetween(base as JsonObject, revision as JsonObject)));
}

function textsOfReport(report: CompatReport): readonly string[] {
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
