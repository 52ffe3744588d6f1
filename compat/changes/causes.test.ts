import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type CompatReport, compatReports } from "../index.ts";
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
