import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { type Platform, createSqliteStore } from "../index.ts";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

const HEADER = "concord-assumed-violations";
const valid = { id: "gad_one", name: "Lamp", kind: "small", size: 3 };

/** Violations of an assumed constraint by an otherwise valid gadget, each with its place in the header. */
const assumed: readonly (readonly [string, JsonObject, string])[] = [
  ["a missing member", { name: "Lamp", kind: "small" }, "body /size"],
  ["a pattern", { ...valid, id: "Lamp 7" }, "body /id"],
  ["an enum", { ...valid, kind: "medium" }, "body /kind"],
  ["values beside a stated enum that are assumed", { ...valid, state: "lost" }, "body /state"],
  ["a type", { ...valid, size: "three" }, "body /size"],
  ["a limit", { ...valid, size: 10 }, "body /size"],
  ["too few items", { ...valid, parts: [] }, "body /parts"],
  ["a length within a list", { ...valid, parts: [{ label: "long label", weight: 1 }] }, "body /parts/0/label"],
  ["several branches of a union", { ...valid, shape: { radius: 1, edge: 1 } }, "body /shape"],
  ["what is refused", { ...valid, notThis: "text" }, "body /notThis"],
];

/** Violations by members that no schema describes. Responses omit these members. */
const undescribed: typeof assumed = [
  ["a member without a place", { ...valid, parts: [{ label: "a", weight: 1, hue: 2 }] }, "body /parts/0/hue"],
  ["no branch of a union", { ...valid, shape: { corner: 1 } }, "body /shape"],
];

/** Violations of stated constraints. */
const stated: readonly (readonly [string, Json, string])[] = [
  ["a missing member", { kind: "small", size: 3 }, ""],
  ["a length", { ...valid, name: "L" }, "/name"],
  ["an enum", { ...valid, grade: "c" }, "/grade"],
  ["a member without a place", { ...valid, hue: 2 }, ""],
  ["a stated member of an assumed list", { ...valid, parts: [{ label: "a", weight: "heavy" }] }, "/parts/0/weight"],
  ["the body's type", "text", ""],
];

let platform: Platform;

beforeAll(async () => void (platform = await platformOf("gadgets")));

describe("a request that violates assumed constraints only", () => {
  it.each(assumed)("is carried out, and its value is stored unchanged: %s", async (name, body, place) => {
    const token = `mock-${name.replaceAll(/\W/g, "_")}`;
    const made = await ask(platform, "POST /gadgets", { token, body });

    expect(made).toMatchObject({ status: 201, value: body, headers: { [HEADER]: expect.stringContaining(place) } });
    const read = await ask(platform, `GET ${made.headers["location"]}`, { token });
    expect(read).toMatchObject({ status: 200, value: made.value });
    const listed = await ask(platform, "GET /gadgets?color=red", { token });
    expect(listed).toMatchObject({ status: 200, value: { results: [made.value] } });
    expect(listed.headers).not.toHaveProperty(HEADER);
  });

  it.each(undescribed)("is carried out with %s", async (name, body, place) => {
    const token = `mock-${name.replaceAll(/\W/g, "_")}`;
    const { status, headers } = await ask(platform, "POST /gadgets", { token, body });

    expect(status).toBe(201);
    expect(headers[HEADER]).toContain(place);
  });

  it("has a response with generated values for missing properties", async () => {
    const { value } = await ask(platform, "POST /gadgets", { body: { name: "Lamp", kind: "medium" } });

    expect(value).toMatchObject({ id: expect.any(String), kind: "medium", size: expect.any(Number) });
  });

  it("may leave out a parameter, repeat it, and give it any value", async () => {
    const missing = await ask(platform, "GET /gadgets");
    const repeated = await ask(platform, "GET /gadgets?color=red&color=blue");
    const others = await ask(platform, "GET /gadgets?color=mauve", { headers: { "x-trace": "none" } });
    const path = await ask(platform, "GET /gadgets/unknown!");

    expect([missing.status, missing.headers[HEADER]]).toEqual([200, "query /color"]);
    expect([repeated.status, repeated.headers[HEADER]]).toEqual([200, "query /color"]);
    expect([others.status, others.headers[HEADER]]).toEqual([200, "query /color, header /X-Trace"]);
    expect([path.status, path.headers[HEADER]]).toEqual([404, "path /gadget_id"]);
  });

  it("may have no body, or a body of an undocumented media type", async () => {
    await ask(platform, "POST /gadgets", { token: "mock-body", body: valid });
    const patch = async (options: object) =>
      ask(platform, "PATCH /gadgets/gad_one", { token: "mock-body", ...options });

    const none = await patch({});
    const short = await patch({ body: { reason: "no" } });
    const form = await patch({ body: '{"name":"Torch"}', headers: { "content-type": "text/plain" } });
    const bytes = await patch({ body: "\u0000", headers: { "content-type": "image/png" } });

    expect([none, short, form, bytes].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([none, short, form, bytes].map(({ headers }) => headers[HEADER])).toEqual([
      "body /",
      "body /reason",
      "header /Content-Type, body /reason",
      "header /Content-Type",
    ]);
    expect(form.value).toMatchObject({ name: "Torch" });
  });

  it("has a response header of limited length, whatever the number and length of the places", async () => {
    const parts = Array.from({ length: 30 }, (_, n) => ({ label: "a", weight: n, ["é,".repeat(5000)]: 1 }));
    const { status, headers } = await ask(platform, "POST /gadgets", { token: "mock-long", body: { ...valid, parts } });

    expect(status).toBe(201);
    expect(headers[HEADER]).toMatch(/^body \/parts\/0\/%C3%A9%2C[%\w]*\.\.\., body .*, \.\.\.$/);
    expect(headers[HEADER]?.length).toBeLessThan(8 * 1024);
    expect(decodeURI(headers[HEADER] ?? "")).toContain("é");
  });

  it("has its violations in the journal", async () => {
    await ask(platform, "POST /gadgets", { token: "mock-journal", body: { ...valid, kind: "medium" } });

    const [entry] = platform.organization("journal").journal.entries();
    expect(entry).toMatchObject({
      verdict: "answered",
      assumedViolations: [{ in: "body", pointer: "/kind", expected: 'one of "small", "large"', got: '"medium"' }],
    });
    expect(entry).not.toHaveProperty("violations");
  });

  it("is refused with --strict-assumed: every kind of violation", async () => {
    const strict = await platformOf("gadgets", { strictAssumed: true });
    for (const [, body] of [...assumed, ...undescribed]) {
      const { status, headers } = await ask(strict, "POST /gadgets", { body });
      expect([status, headers[HEADER]]).toEqual([400, undefined]);
    }
    for (const line of ["GET /gadgets", "GET /gadgets?color=mauve", "GET /gadgets/unknown!"])
      expect(await ask(strict, line)).toMatchObject({ status: 400 });
  });

  it("stores values that another process can read, and that a state can contain", async () => {
    using store = createSqliteStore(":memory:");
    const first = await platformOf("gadgets", { store });
    const made = await ask(first, "POST /gadgets", { body: { ...valid, size: "three" } });
    const second = await platformOf("gadgets", { store });

    expect(await ask(second, "GET /gadgets/gad_one")).toMatchObject({ status: 200, value: made.value });
    const state = await first.organization("acme").state();
    const third = await platformOf("gadgets");
    await third.organization("acme").seed(state);
    expect(await ask(third, "GET /gadgets/gad_one")).toMatchObject({ status: 200, value: made.value });
  });
});

describe("a request that violates a stated constraint", () => {
  it.each(stated)("is refused for that violation only: %s", async (_, body, pointer) => {
    const sent = typeof body === "object" ? { ...(body as JsonObject), size: "assumed" } : body;
    const refused = await ask(platform, "POST /gadgets", { body: sent });

    expect(refused.status).toBe(400);
    const [entry] = platform.organization("acme").journal.entries().slice(-1);
    expect(entry?.violations).toEqual([expect.objectContaining({ in: "body", pointer })]);
  });

  it("is refused if a stated part refers to a component without a marker", async () => {
    expect(await ask(platform, "POST /checks", { body: { reason: "no" } })).toMatchObject({ status: 400 });
    expect(await ask(platform, "POST /checks", { body: { reason: "yes!" } })).toMatchObject({ status: 204 });
  });

  it("is refused in a document without markers", async () => {
    const library = await platformOf("library");
    const { status } = await ask(library, "POST /books", { body: { title: 5 } });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});
