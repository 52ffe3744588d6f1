import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../contracts/index.ts";
import { compileInMemory } from "../test/support/contracts/in-memory.ts";
import { type CompatReport, compatReports } from "./index.ts";
import { checkOnPlatform } from "../test/support/compat/on-platform.ts";

/** Body schema with nested `not`, the innermost with a string schema. */
function taking(levels: number, maxLength: number): JsonObject {
  const schemas: Record<string, Json> = { [`L${levels}`]: { type: "string", maxLength } };
  for (let at = 0; at < levels; at++) {
    const below = { $ref: `#/components/schemas/L${at + 1}` };
    schemas[`L${at}`] = { not: { type: "object", properties: { next: below, other: below } } };
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
      const report = between(taking(12, from), taking(12, to));

      expect(report.verdict).toBe("dangerous");
      for (const [kind, render] of Object.entries(compatReports))
        expect(`${kind}: ${render(report)}`).toContain("what stands inside was not compared to the end");
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
      for (let at = 1; at < 20; at++) securitySchemes[`s${at}`] = { $ref: `#/components/securitySchemes/s${at - 1}` };
      return { security: [{ s19: [] }], paths: { "/a": { get: { responses: {} } } }, components: { securitySchemes } };
    };
    const report = between(tokensFrom("https://a.example/token"), tokensFrom("https://b.example/token"));

    expect(report.changes.map(({ rule }) => rule)).toContain("token-source-removed");
  });

  it("is distinguished from a complete comparison", () => {
    const report = between(taking(1, 5), taking(1, 10));

    expect(JSON.stringify(report)).not.toContain("not compared to the end");
  });
});
