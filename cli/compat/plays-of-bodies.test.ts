import { describe, expect, it } from "vitest";
import { type Played, checkCompat } from "../../compat/index.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { playWitnesses } from "./execute.ts";

const io = { signal: new AbortController().signal };
const text: JsonObject = { type: "string" };
const short: JsonObject = { type: "string", maxLength: 2 };
const done = { "200": { description: "Done" } };

const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: "object",
  properties,
  required: [...required],
});
const sending = (type: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  post: { requestBody: { required: true, content: { [type]: { schema, ...more } } }, responses: done },
});

/** What was played of each change of a path. */
async function played(base: JsonObject, revision: JsonObject): Promise<readonly unknown[]> {
  const sides = [base, revision].map((path) => [compileInMemory({ paths: { "/a": path } })]);
  const [ours = [], theirs = []] = sides;
  const { changes } = await playWitnesses(checkCompat(ours, theirs), [ours, theirs], io);
  return changes.map(({ path, witness }) => [path, witness?.played]);
}

const confirmed = (revision: string) => ({ base: "200", revision, confirmed: true });

describe("playWitnesses() on a body", () => {
  it("writes one of several parts, whose names are odd and whose values are lists and objects", async () => {
    const of = (kind: JsonObject, ...required: readonly string[]) =>
      sending(
        "multipart/form-data",
        object(
          {
            'a "b"': kind,
            tags: { type: "array", items: kind },
            meta: object({ k: kind }),
            file: { ...text, format: "binary" },
          },
          "file",
          ...required,
        ),
      );

    expect(await played(of(text), of(short))).toEqual([
      ["body.meta.k", confirmed("400 body /meta/k: expected at most 2 characters")],
      ["body.tags[]", confirmed("400 body /tags/0: expected at most 2 characters")],
      ['body["a \\"b\\""]', confirmed('400 body /a "b": expected at most 2 characters')],
    ]);
    expect(await played(of(text), of(text, "meta"))).toEqual([
      ["body.meta", confirmed('400 body: expected the property "meta"')],
    ]);
  });

  it("writes lists of objects in a form, and lists that may be a text", async () => {
    const of = (kind: JsonObject) =>
      sending(
        "application/x-www-form-urlencoded",
        object({
          either: { anyOf: [{ type: "array", items: object({ n: kind }) }, { const: "" }] },
          items: { type: "array", items: object({ n: kind, more: { type: "array", items: kind } }, "n") },
        }),
      );

    expect(await played(of(text), of(short))).toEqual([
      ["body.either[].n", confirmed("400 body /either/0/n: expected at most 2 characters")],
      ["body.items[].more[]", confirmed("400 body /items/0/more/0: expected at most 2 characters")],
      ["body.items[].n", confirmed("400 body /items/0/n: expected at most 2 characters")],
    ]);
  });

  const tags = { type: "array", items: text };
  const form = (encoding: JsonObject, schema: JsonObject = object({ a: tags })) =>
    sending("application/x-www-form-urlencoded", schema, { encoding });

  it.each<[string, JsonObject, JsonObject, RegExp]>([
    ["commas, then pipes", { explode: false }, { style: "pipeDelimited" }, /reading \["a \w+,a \w+"\] as body.a$/],
    ["commas, then several", { explode: false }, { explode: true }, /reading \["a \w+,a \w+"\] as body.a$/],
    ["JSON, then texts", { contentType: "application/json" }, { contentType: "text/plain" }, /reading \["\[.*\]"\]/],
  ])("tells what each side reads of a field that is written otherwise: %s", async (_, one, other, reading) => {
    const [[, play]] = (await played(form({ a: one }), form({ a: other }))) as [[string, Played]];

    expect(play).toMatchObject({ confirmed: true, base: expect.stringMatching(/^200, reading \["a \w+"/) as string });
    expect(play).toMatchObject({ revision: expect.stringMatching(reading) as string });
  });

  it("shows that several fields are refused where one is expected", async () => {
    expect(await played(form({ a: { explode: true } }), form({ a: { explode: false } }))).toEqual([
      ["body.a", confirmed("400 body /a/0: expected a string")],
    ]);
  });

  it("keeps a field as the base writes it where the revision asks for more", async () => {
    const more = form({}, object({ a: tags, b: text }, "b"));
    const [[, play]] = (await played(form({ a: { explode: false } }), more)) as [[string, Played]];

    expect(play).toMatchObject({
      confirmed: true,
      request: { text: expect.stringMatching(/^a=[^&]*%2C[^&]*&b=/) as string },
    });
  });

  it("sends a part of the media type that is gone, also of a range", async () => {
    const of = (contentType: string, ...required: readonly string[]) =>
      sending("multipart/form-data", object({ file: { ...text, format: "binary" }, b: text }, ...required), {
        encoding: { file: { contentType } },
      });
    const png = "400 body /file: expected a part of the type image/png";

    expect(await played(of("image/png, image/gif"), of("image/png"))).toEqual([["body.file", confirmed(png)]]);
    expect(await played(of("image/*"), of("image/png"))).toEqual([["body.file", confirmed(png)]]);
    expect(await played(of("image/*"), of("image/png", "b"))).toContainEqual(["body.file", confirmed(png)]);
  });

  it("says what a mock does not look at: bytes, and headers of parts", async () => {
    const bytes = (more: JsonObject) => sending("application/octet-stream", { ...text, format: "binary", ...more });
    const part = (required: boolean, ...members: readonly string[]) =>
      sending("multipart/form-data", object({ file: text, need: text }, ...members), {
        encoding: { file: { headers: { "X-Kind": { required, schema: text } } } },
      });

    expect(await played(bytes({}), bytes({ maxLength: 5 }))).toEqual([
      ["body", { unplayed: "a mock does not look into a body of the type application/octet-stream" }],
    ]);
    expect(await played(part(false), part(true))).toEqual([
      ["body.file:header.x-kind", { unplayed: "a mock does not look at the headers of a part" }],
    ]);
    expect(await played(part(false, "file"), part(true, "file", "need"))).toContainEqual([
      "body.file:header.x-kind",
      { unplayed: 'the revision refuses it for another change: 400 body: expected the property "need"' },
    ]);
  });
});

describe("playWitnesses() on methods that a mock answers by itself", () => {
  it.each(["head", "options"])("says so: %s", async (method) => {
    const get = { get: { responses: done } };
    const reason = `a mock answers ${method.toUpperCase()} wherever it answers another method`;

    expect(await played({ ...get, [method]: { responses: done } }, get)).toEqual([["", { unplayed: reason }]]);
  });
});

describe("playWitnesses() on a parameter that is JSON", () => {
  it("shows a member by what is said of it", async () => {
    const asking = (kind: JsonObject, ...required: readonly string[]): JsonObject => {
      const content = { "application/json": { schema: object({ a: kind, b: text }, ...required) } };
      return { get: { parameters: [{ name: "f", in: "query", content }], responses: done } };
    };

    expect(await played(asking(text), asking(short, "b"))).toEqual([
      ["query.f.a", confirmed("400 query /f/a: expected at most 2 characters")],
      ["query.f.b", confirmed('400 query /f: expected the property "b"')],
    ]);
  });
});
