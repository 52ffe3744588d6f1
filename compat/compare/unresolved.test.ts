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
const taking = (schema: Json): JsonObject => ({ "/pets": { post: { requestBody: json(schema), ...ok } } });
const giving = (schema: Json): JsonObject => ({
  "/pets": { get: { responses: { "200": { description: "Pets", ...json(schema) } } } },
});

/** The paths of a document in which one reference may lead nowhere. */
const kinds: Readonly<Record<string, (schema: (target: string) => JsonObject) => JsonObject>> = {
  "a schema taken": (ref) => taking(ref("schemas/Pet")),
  "a schema given": (ref) => giving(ref("schemas/Pet")),
  "a property": (ref) => taking({ type: "object", properties: { one: ref("schemas/Text") } }),
  items: (ref) => giving({ type: "array", items: ref("schemas/Pet") }),
  "a part of a list's schema": (ref) => giving({ allOf: [ref("schemas/List"), { type: "array" }] }),
  "what may not be": (ref) => taking({ type: "string", not: ref("schemas/Text") }),
  "what is asked on a condition": (ref) =>
    taking({ type: "object", if: { required: ["name"] }, then: ref("schemas/Pet") }),
  "a part of allOf": (ref) => giving({ allOf: [ref("schemas/Pet"), { properties: { more: text } }] }),
  "a branch": (ref) => taking({ oneOf: [ref("schemas/Pet"), { type: "array", items: text }] }),
  "a parameter": (ref) => ({ "/pets": { get: { parameters: [ref("parameters/Limit")], ...ok } } }),
  "a parameter of a path": (ref) => ({ "/pets": { parameters: [ref("parameters/Limit")], get: ok } }),
  "a header": (ref) => ({
    "/pets": { get: { responses: { "200": { description: "", headers: { trace: ref("headers/Trace") } } } } },
  }),
  "a body": (ref) => ({ "/pets": { post: { requestBody: ref("requestBodies/Pet"), ...ok } } }),
  "an answer": (ref) => ({ "/pets": { get: { responses: { "200": ref("responses/Done") } } } }),
  "a path": (ref) => ({ "/pets": ref("pathItems/Pets") }),
};

const whole = (paths: JsonObject, more: JsonObject = {}) => [compileInMemory({ paths, components, ...more })];
const isBroken = ({ verdict }: Change): boolean => verdict === "breaking";
const nowhere = (target: string): JsonObject => to(`${target}Gone`);

describe("withUnresolved()", () => {
  it.each(Object.entries(kinds))("knows of nothing that breaks behind %s that leads nowhere", (_, made) => {
    const [sound, broken] = [whole(made(to)), whole(made(nowhere))];
    for (const report of [checkOnPlatform(sound, broken), checkOnPlatform(broken, sound)]) {
      expect(report.changes.filter(isBroken).map(({ rule }) => rule)).not.toContain("type-changed");
      const dangerous = report.changes.filter(({ verdict }) => verdict === "dangerous");
      for (const { note } of dangerous) expect(note).toMatch(/^What "#\/components\/.+Gone" leads to cannot be read/);
    }

    expect(checkOnPlatform(broken, sound).changes.filter(isBroken)).toEqual([]);
    expect(checkOnPlatform(broken, whole(made(nowhere))).changes).toEqual([]);
  });

  it.each(Object.entries(kinds))("tells once that %s leads nowhere now", (_, made) => {
    const { changes } = checkOnPlatform(whole(made(to)), whole(made(nowhere)));
    const told = changes.filter(({ verdict }) => verdict !== "non-breaking");

    expect(told.map(({ rule }) => rule)).toEqual(["became-unreadable"]);
    expect(told[0]?.message).toMatch(/can no longer be read: "#\/components\/.+Gone" leads nowhere$/);
  });

  it("tells of a reference once, wherever it stands and whichever way its values travel", () => {
    const paths = (ref: JsonObject): JsonObject => ({
      "/pets": { post: { requestBody: json(ref), responses: { "200": { description: "", ...json(ref) } } } },
      "/dogs": giving({ type: "array", items: ref })["/pets"] as JsonObject,
    });
    const told = checkOnPlatform(whole(paths(to("schemas/Pet"))), whole(paths(to("schemas/Gone")))).changes.filter(
      isBroken,
    );

    expect(told.map(({ operations }) => operations)).toEqual([["GET /dogs", "POST /pets"]]);
  });

  it("does not say which of two parameters a reference led to", () => {
    const parameters = ["one", "two"].map((name) => ({ name, in: "query", schema: text }));
    const broken = ["One", "Two"].map((name) => to(`parameters/${name}`));
    const sides = [parameters, broken].map((all) => whole({ "/pets": { get: { parameters: all, ...ok } } }));
    const { changes } = checkOnPlatform(...(sides as [Contract[], Contract[]]));

    expect(changes.filter(isBroken).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Operation "GET \/pets" .+One" leads nowhere$/),
      expect.stringMatching(/^Operation "GET \/pets" .+Two" leads nowhere$/),
    ]);
  });

  it("tells of each path that leads nowhere, with the operations that it led to", () => {
    const names = ["Pets", "Dogs", "Cats"];
    const pathItems = Object.fromEntries(names.map((name) => [name, { get: ok, delete: ok }]));
    const paths = (end: string) => Object.fromEntries(names.map((name) => [`/${name}`, to(`pathItems/${name}${end}`)]));
    const told = ["", "Gone"].map((end) => whole(paths(end), { components: { pathItems } })) as [
      Contract[],
      Contract[],
    ];

    expect(
      checkOnPlatform(...told)
        .changes.filter(isBroken)
        .map(({ operations }) => operations),
    ).toEqual([
      ["DELETE /Cats", "GET /Cats"],
      ["DELETE /Dogs", "GET /Dogs"],
      ["DELETE /Pets", "GET /Pets"],
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["said nothing", taking({ type: "object" }), taking({ properties: { one: to("schemas/Gone") }, type: "object" })],
    ["was there", taking({ type: "object" }), { ...taking({ type: "object" }), "/more": to("pathItems/Gone") }],
    ["led nowhere", taking(to("schemas/Gone")), taking(to("schemas/Lost"))],
  ])("loses nothing where nothing %s", (_, base, revision) => {
    expect(checkOnPlatform(whole(base), whole(revision)).changes.filter(isBroken)).toEqual([]);
  });

  it.each([
    ["already", { "/pets/{id}": to("pathItems/Gone"), "/dogs/{id}": { get: ok } }],
    ["now", { "/pets/{id}": { get: ok }, "/dogs/{id}": { get: ok } }],
  ])("knows that an operation is gone where the path of another one leads nowhere %s", (_, paths) => {
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

  it("supports operations whose path leads nowhere for as long as others", () => {
    const dated = { deprecated: true, "x-deprecated": "2025-06-01", "x-published": "2025-05-01" };
    const Pets = { get: { ...dated, ...ok } };
    const sides = ["Pets", "Gone"].map((name) =>
      whole({ "/pets": to(`pathItems/${name}`) }, { components: { pathItems: { Pets } } }),
    ) as [Contract[], Contract[]];
    const { changes } = judgeInTime(checkOnPlatform(...sides), sides, { today: "2026-11-20" });

    expect(changes.filter(isBroken)).toMatchObject([{ blocked: { section: "9.3", from: "2027-05-01" } }]);
  });

  it("lets a version that could be read tell of what went after the base could not", () => {
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

  it("looks into what is compared as a whole, and further", () => {
    const schemas = (Deep: JsonObject) => ({
      components: { schemas: { Deep, Other: { properties: { deep: { $ref: "#/components/schemas/Deep" } } } } },
    });
    const [sound, broken] = [text, to("schemas/Gone")].map((Deep) =>
      whole(giving({ type: "array", contains: to("schemas/Other") }), schemas(Deep)),
    ) as [Contract[], Contract[]];

    expect(checkOnPlatform(sound, broken).changes.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ["became-unreadable", "breaking"],
    ]);
  });

  it("lets nothing go by where a security scheme leads nowhere", () => {
    const paths = { "/pets": { get: { ...ok, security: [{ Own: [] }] } } };
    const secured = (target: string) =>
      whole(paths, { components: { securitySchemes: { Token: components.securitySchemes.Token, Own: to(target) } } });
    const { changes } = checkOnPlatform(secured("securitySchemes/Token"), secured("securitySchemes/Gone"));

    expect(changes.filter(isBroken).map(({ rule }) => rule)).toEqual(["became-unreadable"]);
  });

  it("leaves what breaks beside it as it is", () => {
    const base = taking({ type: "object", properties: { one: to("schemas/Pet"), two: { type: "string" } } });
    const revision = taking({ type: "object", properties: { one: to("schemas/Gone"), two: { type: "integer" } } });
    const { changes } = checkOnPlatform(whole(base), whole(revision));

    expect(changes.map(({ verdict, path }) => [verdict, path])).toContainEqual(["breaking", "body.two"]);
  });

  const unreadable: [keyword: string, meant: Json, mended: Json][] = [
    ["type", "strnig", "string"],
    ["pattern", "(?<x", "x"],
    ["minLength", "5", 5],
    ["enum", "x", ["x"]],
    ["required", "name", ["name"]],
    ["oneOf", [], [{ const: 1 }, { const: 2 }]],
  ];

  it.each(unreadable)("tells once that %s cannot be read any more", (keyword, meant, mended) => {
    const [broken, sound] = [meant, mended].map((said) =>
      whole(taking({ properties: { name: text }, [keyword]: said })),
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

  it.each(unreadable)("knows of nothing that breaks where %s could not be read", (keyword, meant, mended) => {
    const own = { properties: { name: text } };
    const [broken, sound] = [meant, mended].map((said) => whole(taking({ ...own, [keyword]: said }))) as [
      Contract[],
      Contract[],
    ];
    const { verdict, changes } = checkOnPlatform(broken, sound);

    expect(verdict).toBe("dangerous");
    expect(changes[0]?.note).toMatch(`What the base says by "${keyword}" cannot be read`);
    expect(checkOnPlatform(whole(taking(own)), sound).verdict).toBe("breaking");
  });

  it.each([
    ["$anchor", "text", "#text"],
    ["$id", "https://example.com/text", "https://example.com/text"],
  ])("knows what a schema is that is called by its %s", async (keyword, name, $ref) => {
    const named = (maxLength: number): Promise<Contract> =>
      scratch.load({
        paths: taking({ $ref }),
        components: { schemas: { Text: { ...text, maxLength, [keyword]: name } } },
      });
    const plain = await scratch.load({ paths: taking(to("schemas/Text")), components: { schemas: { Text: text } } });
    const base = await named(5);

    expect(checkOnPlatform([base], [await named(3)]).verdict).toBe("breaking");
    expect(checkOnPlatform([base], [plain]).changes).toEqual([]);
    expect(checkOnPlatform([plain], [base]).changes).toEqual([]);
  });

  it("takes the mark from nobody but the loader", () => {
    const revision = taking({ ...text, maxLength: 3, [unresolvedMark]: "anything" });

    expect(checkOnPlatform(whole(taking(text)), whole(revision)).verdict).toBe("breaking");
  });
});
