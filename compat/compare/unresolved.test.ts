import { describe, expect, it } from "vitest";
import { type Contract, type Json, type JsonObject, unresolvedMark } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Change, judgeInTime } from "../index.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";

const scratch = createScratch();
const text = { type: "string", maxLength: 5 };
const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });

const components = {
  schemas: {
    Text: text,
    List: { type: "array", items: text },
    Pet: { type: "object", required: ["name"], properties: { name: text } },
  },
  parameters: { Limit: { name: "limit", in: "query", schema: { type: "integer", maximum: 10 } } },
  headers: { Trace: { required: true, schema: text } },
  requestBodies: { Pet: { required: true, ...json({ type: "object", properties: { name: text } }) } },
  responses: { Done: { description: "Done", headers: { trace: { schema: text } }, ...json(text) } },
  pathItems: { Pets: { get: { responses: { "200": { description: "Pets", ...json(text) } } } } },
  securitySchemes: { Token: { type: "http", scheme: "bearer" } },
};

const to = (target: string): JsonObject => ({ $ref: `#/components/${target}` });
const ok = { responses: { "200": { description: "Done" } } };
const requestOf = (schema: Json): JsonObject => ({ "/pets": { post: { requestBody: json(schema), ...ok } } });
const responseOf = (schema: Json): JsonObject => ({
  "/pets": { get: { responses: { "200": { description: "Pets", ...json(schema) } } } },
});

/** Creates the paths of a document with one reference, resolved or unresolved. */
const referringPaths: Readonly<Record<string, (schema: (target: string) => JsonObject) => JsonObject>> = {
  "a schema of a request": (ref) => requestOf(ref("schemas/Pet")),
  "a schema of a response": (ref) => responseOf(ref("schemas/Pet")),
  "a property": (ref) => requestOf({ type: "object", properties: { one: ref("schemas/Text") } }),
  items: (ref) => responseOf({ type: "array", items: ref("schemas/Pet") }),
  "a part of a list's schema": (ref) => responseOf({ allOf: [ref("schemas/List"), { type: "array" }] }),
  "a schema in not": (ref) => requestOf({ type: "string", not: ref("schemas/Text") }),
  "a schema in then": (ref) => requestOf({ type: "object", if: { required: ["name"] }, then: ref("schemas/Pet") }),
  "a part of allOf": (ref) => responseOf({ allOf: [ref("schemas/Pet"), { properties: { more: text } }] }),
  "a branch": (ref) => requestOf({ oneOf: [ref("schemas/Pet"), { type: "array", items: text }] }),
  "a parameter": (ref) => ({ "/pets": { get: { parameters: [ref("parameters/Limit")], ...ok } } }),
  "a parameter of a path": (ref) => ({ "/pets": { parameters: [ref("parameters/Limit")], get: ok } }),
  "a header": (ref) => ({
    "/pets": { get: { responses: { "200": { description: "", headers: { trace: ref("headers/Trace") } } } } },
  }),
  "a body": (ref) => ({ "/pets": { post: { requestBody: ref("requestBodies/Pet"), ...ok } } }),
  "a response": (ref) => ({ "/pets": { get: { responses: { "200": ref("responses/Done") } } } }),
  "a path": (ref) => ({ "/pets": ref("pathItems/Pets") }),
};

const whole = (paths: JsonObject, more: JsonObject = {}) => [compileInMemory({ paths, components, ...more })];
const isBroken = ({ verdict }: Change): boolean => verdict === "breaking";
const toMissing = (target: string): JsonObject => to(`${target}Gone`);

describe("withUnresolved()", () => {
  it.each(Object.entries(referringPaths))(
    "reports no breaking change behind an unresolved reference: %s",
    (_, pathsWith) => {
      const [sound, broken] = [whole(pathsWith(to)), whole(pathsWith(toMissing))];
      for (const report of [checkOnPlatform(sound, broken), checkOnPlatform(broken, sound)]) {
        expect(report.changes.filter(isBroken).map(({ rule }) => rule)).not.toContain("type-changed");
        const dangerous = report.changes.filter(({ verdict }) => verdict === "dangerous");
        for (const { note } of dangerous) expect(note).toMatch(/^What "#\/components\/.+Gone" leads to cannot be read/);
      }

      expect(checkOnPlatform(broken, sound).changes.filter(isBroken)).toEqual([]);
      expect(checkOnPlatform(broken, whole(pathsWith(toMissing))).changes).toEqual([]);
    },
  );

  it.each(Object.entries(referringPaths))("reports a reference that became unresolved once: %s", (_, pathsWith) => {
    const { changes } = checkOnPlatform(whole(pathsWith(to)), whole(pathsWith(toMissing)));
    const breaking = changes.filter(({ verdict }) => verdict !== "non-breaking");

    expect(breaking.map(({ rule }) => rule)).toEqual(["became-unreadable"]);
    expect(breaking[0]?.message).toMatch(/can no longer be read: "#\/components\/.+Gone" leads nowhere$/);
  });

  it("reports a reference once for all its places and both directions", () => {
    const paths = (ref: JsonObject): JsonObject => ({
      "/pets": { post: { requestBody: json(ref), responses: { "200": { description: "", ...json(ref) } } } },
      "/dogs": responseOf({ type: "array", items: ref })["/pets"] as JsonObject,
    });
    const breaking = checkOnPlatform(whole(paths(to("schemas/Pet"))), whole(paths(to("schemas/Gone")))).changes.filter(
      isBroken,
    );

    expect(breaking.map(({ operations }) => operations)).toEqual([["GET /dogs", "POST /pets"]]);
  });

  it("does not name a parameter if two references became unresolved", () => {
    const parameters = ["one", "two"].map((name) => ({ name, in: "query", schema: text }));
    const broken = ["One", "Two"].map((name) => to(`parameters/${name}`));
    const sides = [parameters, broken].map((all) => whole({ "/pets": { get: { parameters: all, ...ok } } }));
    const { changes } = checkOnPlatform(...(sides as [Contract[], Contract[]]));

    expect(changes.filter(isBroken).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Operation "GET \/pets" .+One" leads nowhere$/),
      expect.stringMatching(/^Operation "GET \/pets" .+Two" leads nowhere$/),
    ]);
  });

  it("reports each unresolved path item with the operations that it had", () => {
    const names = ["Pets", "Dogs", "Cats"];
    const pathItems = Object.fromEntries(names.map((name) => [name, { get: ok, delete: ok }]));
    const paths = (end: string) => Object.fromEntries(names.map((name) => [`/${name}`, to(`pathItems/${name}${end}`)]));
    const versions = ["", "Gone"].map((end) => whole(paths(end), { components: { pathItems } })) as [
      Contract[],
      Contract[],
    ];

    expect(
      checkOnPlatform(...versions)
        .changes.filter(isBroken)
        .map(({ operations }) => operations),
    ).toEqual([
      ["DELETE /Cats", "GET /Cats"],
      ["DELETE /Dogs", "GET /Dogs"],
      ["DELETE /Pets", "GET /Pets"],
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      "has no property there",
      requestOf({ type: "object" }),
      requestOf({ properties: { one: to("schemas/Gone") }, type: "object" }),
    ],
    [
      "does not have the path",
      requestOf({ type: "object" }),
      { ...requestOf({ type: "object" }), "/more": to("pathItems/Gone") },
    ],
    ["is unresolved as well", requestOf(to("schemas/Gone")), requestOf(to("schemas/Lost"))],
  ])("reports nothing breaking if the base %s", (_, base, revision) => {
    expect(checkOnPlatform(whole(base), whole(revision)).changes.filter(isBroken)).toEqual([]);
  });

  it.each([
    ["already", { "/pets/{id}": to("pathItems/Gone"), "/dogs/{id}": { get: ok } }],
    ["now", { "/pets/{id}": { get: ok }, "/dogs/{id}": { get: ok } }],
  ])("reports a removed operation even if the path of another one is unresolved %s", (_, paths) => {
    const { changes } = checkOnPlatform(whole(paths), whole({ "/pets/{name}": to("pathItems/Gone") }));

    expect(changes.map(({ rule, verdict, operation }) => [rule, verdict, operation])).toContainEqual([
      "operation-removed",
      "breaking",
      "GET /dogs/{id}",
    ]);
    expect(
      changes.filter(({ operation }) => operation === "GET /pets/{id}").map(({ verdict }) => verdict),
    ).not.toContain("non-breaking");
  });

  it("applies the support period to operations whose path item is unresolved", () => {
    const dated = { deprecated: true, "x-deprecated": "2025-06-01", "x-published": "2025-05-01" };
    const Pets = { get: { ...dated, ...ok } };
    const sides = ["Pets", "Gone"].map((name) =>
      whole({ "/pets": to(`pathItems/${name}`) }, { components: { pathItems: { Pets } } }),
    ) as [Contract[], Contract[]];
    const { changes } = judgeInTime(checkOnPlatform(...sides), sides, { today: "2026-11-20" });

    expect(changes.filter(isBroken)).toMatchObject([{ blocked: { section: "9.3", from: "2027-05-01" } }]);
  });

  it("reports a removal against an earlier version that was readable, if the base is not", () => {
    const versions = [[to("parameters/Limit")], [to("parameters/Gone")], []].map((parameters) =>
      whole({ "/pets": { get: { parameters, ...ok } } }),
    );
    const [first, base, revision] = versions as [Contract[], Contract[], Contract[]];
    const report = checkOnPlatform(base, revision);
    const earlier = [{ name: "v1", date: "2026-01-01", contracts: first }];

    expect(report.changes).toEqual([]);
    expect(judgeInTime(report, [base, revision], { today: "2026-11-20", earlier }).changes).toMatchObject([
      { rule: "request-parameter-removed", against: "v1", blocked: {} },
    ]);
  });

  it("searches schemas that are compared as a whole, and the targets of their references", () => {
    const schemas = (Deep: JsonObject) => ({
      components: { schemas: { Deep, Other: { properties: { deep: { $ref: "#/components/schemas/Deep" } } } } },
    });
    const [sound, broken] = [text, to("schemas/Gone")].map((Deep) =>
      whole(responseOf({ type: "array", contains: to("schemas/Other") }), schemas(Deep)),
    ) as [Contract[], Contract[]];

    expect(checkOnPlatform(sound, broken).changes.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ["became-unreadable", "breaking"],
    ]);
  });

  it("reports a security scheme that became unresolved", () => {
    const paths = { "/pets": { get: { ...ok, security: [{ Own: [] }] } } };
    const secured = (target: string) =>
      whole(paths, { components: { securitySchemes: { Token: components.securitySchemes.Token, Own: to(target) } } });
    const { changes } = checkOnPlatform(secured("securitySchemes/Token"), secured("securitySchemes/Gone"));

    expect(changes.filter(isBroken).map(({ rule }) => rule)).toEqual(["became-unreadable"]);
  });

  it("does not affect a breaking change of another property", () => {
    const base = requestOf({ type: "object", properties: { one: to("schemas/Pet"), two: { type: "string" } } });
    const revision = requestOf({ type: "object", properties: { one: to("schemas/Gone"), two: { type: "integer" } } });
    const { changes } = checkOnPlatform(whole(base), whole(revision));

    expect(changes.map(({ verdict, path }) => [verdict, path])).toContainEqual(["breaking", "body.two"]);
  });

  const unreadable: [keyword: string, invalid: Json, valid: Json][] = [
    ["type", "strnig", "string"],
    ["pattern", "(?<x", "x"],
    ["minLength", "5", 5],
    ["enum", "x", ["x"]],
    ["required", "name", ["name"]],
    ["oneOf", [], [{ const: 1 }, { const: 2 }]],
  ];

  it.each(unreadable)("reports a keyword whose value became invalid once: %s", (keyword, invalid, valid) => {
    const [broken, sound] = [invalid, valid].map((value) =>
      whole(requestOf({ properties: { name: text }, [keyword]: value })),
    );
    const { verdict, changes } = checkOnPlatform(sound as Contract[], broken as Contract[]);

    expect(verdict).toBe("breaking");
    expect(changes.filter(isBroken)).toMatchObject([
      {
        rule: "became-unreadable",
        message: `The body can no longer be read: "${keyword}" there has no meaning`,
      },
    ]);
    expect(changes.filter((change) => !isBroken(change) && change.verdict !== "non-breaking")).toEqual([]);
  });

  it.each(unreadable)("reports a dangerous change if the base has an invalid value: %s", (keyword, invalid, valid) => {
    const own = { properties: { name: text } };
    const [broken, sound] = [invalid, valid].map((value) => whole(requestOf({ ...own, [keyword]: value }))) as [
      Contract[],
      Contract[],
    ];
    const { verdict, changes } = checkOnPlatform(broken, sound);

    expect(verdict).toBe("dangerous");
    expect(changes[0]?.note).toMatch(`What the base says by "${keyword}" cannot be read`);
    expect(checkOnPlatform(whole(requestOf(own)), sound).verdict).toBe("breaking");
  });

  it.each([
    ["$anchor", "text", "#text"],
    ["$id", "https://example.com/text", "https://example.com/text"],
  ])("resolves references by %s", async (keyword, name, $ref) => {
    const named = (maxLength: number): Promise<Contract> =>
      scratch.load({
        paths: requestOf({ $ref }),
        components: { schemas: { Text: { ...text, maxLength, [keyword]: name } } },
      });
    const plain = await scratch.load({ paths: requestOf(to("schemas/Text")), components: { schemas: { Text: text } } });
    const base = await named(5);

    expect(checkOnPlatform([base], [await named(3)]).verdict).toBe("breaking");
    expect(checkOnPlatform([base], [plain]).changes).toEqual([]);
    expect(checkOnPlatform([plain], [base]).changes).toEqual([]);
  });

  it("ignores the loader's mark if a document contains it", () => {
    const revision = requestOf({ ...text, maxLength: 3, [unresolvedMark]: "anything" });

    expect(checkOnPlatform(whole(requestOf(text)), whole(revision)).verdict).toBe("breaking");
  });
});
