import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { renderChangelog } from "../changelog/markdown.ts";
import { renderRss } from "../changelog/feed.ts";
import { type CompatReport, compatReports, defaultProfile, entriesOf } from "../index.ts";
import { waiverRemedy } from "../reports/remedies.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const text = { type: "string" };
const names = [..."abcdefghijklm"];
const properties = Object.fromEntries(names.map((name) => [name, text]));

function between(base: JsonObject, revision: JsonObject): CompatReport {
  const [fromBase, fromRevision] = [base, revision].map((schemas) => {
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
    const get = { responses: { "200": { description: "A pet", content } } };
    return [compileInMemory({ paths: { "/pet": { get }, "/other": { get } }, components: { schemas } })];
  }) as [never, never];
  return checkOnPlatform(fromBase, fromRevision);
}

describe("the cause of changes", () => {
  const report = between(
    { Pet: { type: "object", properties } },
    { Pet: { type: "object", properties: { data: { type: "object", properties } } } },
  );

  it("is the edited definition, with the number of changes", () => {
    expect(report.changes).toHaveLength(14);
    for (const { cause } of report.changes)
      expect(cause).toEqual({ component: "schemas/Pet", changes: 14, operations: 2 });
  });

  it("is in every report, and once in the text", () => {
    for (const [kind, render] of Object.entries(compatReports)) {
      // GitLab shows only one line for each change, without the cause.
      if (kind === "gitlab") continue;
      expect([kind, render(report)]).toEqual([kind, expect.stringMatching(/"Pet|&quot;Pet|&#34;Pet|schemas\/Pet/)]);
    }
    const shown = compatReports["text"]?.(report) ?? "";

    expect(shown.split('The edit of "Pet" (schemas): 14 changes in 2 operations')).toHaveLength(2);
  });

  it("is the definition with the union, and not its new shapes", () => {
    const shapes = Object.fromEntries(
      ["Cat", "Dog", "Cow"].map((name) => [name, { type: "object", required: [name], properties: { [name]: text } }]),
    );
    const oneOf = Object.keys(shapes).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const { changes } = between({ Pet: { type: "object", properties } }, { Pet: { oneOf }, ...shapes });

    expect(new Set(changes.map(({ cause }) => cause?.component))).toEqual(new Set(["schemas/Pet"]));
  });

  it("is absent if an edit caused one change only", () => {
    const { changes } = between({ Pet: { type: "object", properties } }, { Pet: { type: "object", properties: {} } });
    const single = between({ Pet: { properties: { a: text } } }, { Pet: { properties: { a: { type: "integer" } } } });

    expect(changes[0]?.cause?.changes).toBe(13);
    expect(single.changes.map(({ cause }) => cause)).toEqual([undefined]);
  });
});

describe("a change of what a document states once for all operations", () => {
  const securitySchemes = {
    token: { type: "http", scheme: "bearer" },
    key: { type: "apiKey", in: "header", name: "X-Key" },
    basic: { type: "http", scheme: "basic" },
  };
  const get = { responses: { "204": { description: "Done" } } };
  const own = { ...get, security: [{ basic: [] }], servers: [{ url: "https://own.example" }] };
  const document = (more: JsonObject): JsonObject => ({
    ...more,
    paths: { "/a": { get }, "/b": { get }, "/own": { get: own } },
    components: { securitySchemes },
  });
  const compare = (base: JsonObject, revision: JsonObject): CompatReport =>
    checkOnPlatform([compileInMemory(document(base))], [compileInMemory(document(revision))]);
  const requiring = (...required: string[]): JsonObject => ({ security: required.map((name) => ({ [name]: [] })) });
  const at = (...urls: string[]): JsonObject => ({ servers: urls.map((url) => ({ url: `https://${url}` })) });

  it.each<readonly [edit: string, base: JsonObject, revision: JsonObject, rules: readonly string[]]>([
    ["one of two credentials", requiring("token", "key"), requiring("token"), ["security-narrowed"]],
    ["two of three credentials", requiring("token", "key", "basic"), requiring("basic"), ["security-narrowed"]],
    ["credentials for all", {}, requiring("token"), ["security-narrowed"]],
    ["no credentials any more", requiring("token"), {}, ["security-widened"]],
    ["other credentials", requiring("token", "key"), requiring("basic"), ["security-narrowed", "security-widened"]],
    ["another server", at("a.example"), at("b.example"), ["server-removed", "server-added"]],
    ["another version of a server", at("a.example/v1"), at("a.example/v2"), ["server-removed", "server-added"]],
  ])("is one change of each rule, headed by no operation: %s", (_, base, revision, rules) => {
    const { changes } = compare(base, revision);

    expect(changes.map(({ rule }) => rule)).toEqual(rules);
    for (const { operation, direction, cause, rule } of changes) {
      const component = rule.startsWith("server") ? "servers" : "security";
      expect([operation, direction, cause?.component]).toEqual(["", "api", rules.length > 1 ? component : undefined]);
    }
  });

  it("has one waiver for the whole edit", () => {
    const { changes } = compare(at("a.example/v1", "b.example/v1"), at("a.example/v2", "b.example/v2"));
    const removed = changes.filter(({ rule }) => rule === "server-removed");
    const blocked = { period: "notice" as const, reason: "It was not announced" };
    const waivers = waiverRemedy(
      removed.map((change) => ({ ...change, blocked })),
      defaultProfile,
      "2026-11-22",
    );

    expect(removed).toHaveLength(2);
    expect(waivers?.lines.filter((line) => line.startsWith("- change"))).toEqual([
      `- changes: [${removed.map(({ id }) => `"${id}"`).join(", ")}]`,
    ]);
    expect(waivers?.lines[0]).toBe('# The edit of the document\'s "servers": 2 changes');
  });

  it("is stated once in changelog and feeds, with its operations below the message", () => {
    const entries = entriesOf(compare(requiring("token", "key"), requiring("token")), { date: "2026-01-31" });
    const options = { profile: platformCompat, link: "https://a.example/", title: "Shop", date: "2026-01-31" };
    const feed = renderRss(entries, { ...options, path: "changelog.xml" });

    expect(entries).toMatchObject([{ direction: "api", operations: ["GET /a", "GET /b"] }]);
    expect(feed).not.toMatch(/<title>.*GET/);
    expect(feed).toContain("<code>GET /a</code>, <code>GET /b</code>");
    expect(renderChangelog(entries, "", platformCompat).text).toMatch(/^- \*\*[^*]+\*\*: No longer enough/m);
  });

  it("is headed by the operation if this has the security of its own", () => {
    const contract = (security: JsonObject) =>
      compileInMemory({ paths: { "/a": { get: { ...get, ...security } } }, components: { securitySchemes } });
    const [first] = checkOnPlatform([contract(requiring("token"))], [contract(requiring("basic"))]).changes;

    expect(first).toMatchObject({ operation: "GET /a", direction: "operation" });
  });
});

describe("a property that became refused", () => {
  const part = (more: JsonObject): Json => ({ properties: { a: text }, ...more });
  const pets = (more: JsonObject): JsonObject => ({ Pet: { allOf: [part(more), { properties: { b: text } }] } });

  it("is reported with the keyword that refuses it, and its place", () => {
    const { changes } = between(pets({}), pets({ additionalProperties: false }));
    const removed = changes.find(({ rule }) => rule === "response-property-removed");

    expect(removed?.message).toBe(
      'Property "b" is still described, and "additionalProperties" false in another part refuses it',
    );
    expect(removed?.revision?.pointer).toBe("/components/schemas/Pet/allOf/0/additionalProperties");
  });

  it("is reported as removed if no part describes it any more", () => {
    const { changes } = between({ Pet: { properties } }, { Pet: { properties: {}, additionalProperties: false } });

    expect(changes.filter(({ rule }) => rule === "response-property-removed").map(({ message }) => message)).toContain(
      'Property "a" was removed',
    );
  });
});
