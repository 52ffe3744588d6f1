import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../contracts/index.ts";
import { compileInMemory } from "../test/support/contracts/in-memory.ts";
import { type CompatReport, compatReports } from "./index.ts";
import { checkOnPlatform } from "../test/support/compat/on-platform.ts";

/** Body schema with nested `not`, the innermost with a string schema. */
function documentWithNot(levels: number, maxLength: number): JsonObject {
  const schemas: Record<string, Json> = { [`L${levels}`]: { type: "string", maxLength } };
  for (let level = 0; level < levels; level++) {
    const below = { $ref: `#/components/schemas/L${level + 1}` };
    schemas[`L${level}`] = { not: { type: "object", properties: { next: below, other: below } } };
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/L0" } } };
  const paths = { "/a": { post: { requestBody: { required: true, content }, responses: {} } } };
  return { paths, components: { schemas } };
}

function between(base: JsonObject, revision: JsonObject): CompatReport {
  const [one, other] = [base, revision].map((document) => compileInMemory(document));
  return checkOnPlatform(one ? [one] : [], other ? [other] : []);
}

describe("a comparison that ends at a limit", () => {
  it("is dangerous and explained in every format, for deeply nested not", () => {
    for (const [from, to] of [
      [10, 5],
      [5, 10],
    ] as const) {
      const report = between(documentWithNot(12, from), documentWithNot(12, to));

      expect(report.verdict).toBe("dangerous");
      for (const [kind, render] of Object.entries(compatReports))
        expect(`${kind}: ${render(report)}`).toContain("its inner parts were not fully compared");
    }
  });

  it("finds a removed value of a server variable with very many values", () => {
    const listing = (count: number): JsonObject => {
      const t = { default: "t1", enum: Array.from({ length: count }, (_, index) => `t${index + 1}`) };
      return {
        servers: [{ url: "https://{t}.example.com", variables: { t } }],
        paths: { "/a": { get: { responses: {} } } },
      };
    };

    expect(between(listing(150), listing(150)).changes).toEqual([]);
    expect(between(listing(150), listing(149)).changes.map(({ rule, verdict }) => [rule, verdict])).toContainEqual([
      "server-removed",
      "dangerous",
    ]);
  });

  it("follows a security scheme through any number of references", () => {
    const tokensFrom = (tokenUrl: string): JsonObject => {
      const securitySchemes: Record<string, Json> = {
        s0: { type: "oauth2", flows: { clientCredentials: { tokenUrl, scopes: {} } } },
      };
      for (let level = 1; level < 20; level++)
        securitySchemes[`s${level}`] = { $ref: `#/components/securitySchemes/s${level - 1}` };
      return { security: [{ s19: [] }], paths: { "/a": { get: { responses: {} } } }, components: { securitySchemes } };
    };
    const report = between(tokensFrom("https://a.example/token"), tokensFrom("https://b.example/token"));

    expect(report.changes.map(({ rule }) => rule)).toContain("token-source-removed");
  });

  it("is distinguished from a complete comparison", () => {
    const report = between(documentWithNot(1, 5), documentWithNot(1, 10));

    expect(JSON.stringify(report)).not.toContain("not compared to the end");
  });
});
