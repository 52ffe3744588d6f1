import { describe, expect, it } from "vitest";
import type { Json, JsonObject, JsonSchema } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";
import type { Change } from "../index.ts";

const text = { type: "string" };
const list = { type: "array", items: text };
const done = { "200": { description: "Done" } };

describe("the example of a change that no value proves", () => {
  it.each<[string, JsonObject, JsonObject, RegExp]>([
    [
      "a list in another style",
      { explode: true, schema: list },
      { explode: false, schema: list },
      /^\/a\?q=[^&]+&q=[^&]+$/,
    ],
    [
      "an object in another style",
      { style: "deepObject", explode: true, schema: { type: "object", properties: { x: text, y: text } } },
      { schema: { type: "object", properties: { x: text, y: text } } },
      /^\/a\?q%5Bx%5D=[^&]+&q%5By%5D=[^&]+$/,
    ],
    [
      "items that do not hold what stands between them",
      { style: "spaceDelimited", explode: false, schema: list },
      { schema: list },
      /^\/a\?q=[^&%]+%20[^&%]+$/,
    ],
    [
      "a bare name",
      { allowEmptyValue: true, schema: { type: "integer" } },
      { schema: { type: "integer" } },
      /^\/a\?q=$/,
    ],
    [
      "a character that is reserved, as it is",
      { allowReserved: true, schema: text },
      { schema: text },
      /^\/a\?q=a\/b$/,
    ],
    [
      "a list with a character that is reserved",
      { allowReserved: true, schema: { ...list, items: { enum: ["ab", "a:b"] } } },
      { schema: { ...list, items: { enum: ["ab", "a:b"] } } },
      /^\/a\?(q=ab&)*q=a:b(&q=ab)*$/,
    ],
    [
      "a text that JSON has as a number",
      { schema: text },
      { content: { "application/json": { schema: text } } },
      /^\/a\?q=1$/,
    ],
  ])("sends %s", (_, fromBase, fromRevision, path) => {
    const [change] = breaking(
      ...documentPair((side) => ({ parameters: [{ name: "q", in: "query", ...[fromBase, fromRevision][side] }] })),
    );

    expect(change?.witness).toEqual({
      shows: "gone",
      request: { method: "POST", path: expect.stringMatching(path) as string, headers: {} },
    });
  });

  it("sends nothing if no value has a reserved character", () => {
    const schema = { enum: ["a", "b"] };
    const [change] = breaking(
      ...documentPair((side) => ({ parameters: [{ name: "q", in: "query", allowReserved: side === 0, schema }] })),
    );

    expect(change?.witness).toEqual({ shows: "gone" });
  });

  it("sends several items of a form's list whose style changed", () => {
    const form = (encoding: JsonObject) => ({
      "application/x-www-form-urlencoded": { schema: { type: "object", properties: { tags: list } }, encoding },
    });
    const contents = [form({}), form({ tags: { style: "form", explode: false } })];
    const [change] = breaking(...documentPair((side) => ({ requestBody: { content: contents[side] as JsonObject } })));

    expect(change?.rule).toBe("part-writing-changed");
    expect(change?.witness?.request?.body).toHaveProperty("tags.length", 2);
  });

  it("sends the discriminator's value that was removed", () => {
    const shape = (name: string) => ({
      type: "object",
      required: ["kind", name],
      properties: { kind: text, [name]: text },
    });
    const [Cat, Dog] = ["#/components/schemas/Cat", "#/components/schemas/Dog"];
    const schema = (mapping: JsonObject): JsonSchema => ({
      oneOf: [{ $ref: Cat as string }, { $ref: Dog as string }],
      discriminator: { propertyName: "kind", mapping },
    });
    const [fromBase, fromRevision] = documentPair((side) => ({
      requestBody: json(
        schema({ cat: Cat as string, dog: Dog as string, ...(side === 0 && { puppy: Dog as string }) }),
      ),
    }));
    const components = { schemas: { Cat: shape("meow"), Dog: shape("bark") } };
    const changes = breaking({ ...fromBase, components }, { ...fromRevision, components });
    const removed = changes.find(({ rule }) => rule === "discriminator-value-removed");

    expect(removed?.witness?.request?.body).toMatchObject({ kind: "puppy", bark: expect.any(String) as string });
  });

  it.each<[string, readonly JsonObject[], unknown]>([
    [
      "an error code that moved",
      [
        { "404": error("gone", "lost"), "409": error("busy") },
        { "404": error("gone"), "409": error("busy", "lost") },
      ],
      { value: "lost", at: "status 404 body.code" },
    ],
    [
      "an error code that another one took the place of",
      [{ "400": error("bad", "worse") }, { "400": error("bad", "worst") }],
      { value: "worse", at: "status 400 body.code" },
    ],
    [
      "a status that another one took the place of",
      [{ "404": error("a") }, { "410": error("a") }],
      { value: "404", at: "status" },
    ],
  ])("names %s", (_, responses, expected) => {
    const [change] = breaking(...documentPair((side) => ({ responses: { ...done, ...responses[side] } })));

    expect(change?.witness).toMatchObject({ shows: "gone", request: { path: "/a" }, ...(expected as object) });
  });

  it.each([
    ["application/*", "application/json", "application/ld+json"],
    ["*/*", "application/json", "application/ld+json"],
    ["image/*", "image/png", "image/jpeg"],
    ["audio/*", "audio/mpeg", "audio/ogg"],
    ["video/*", "video/mp4", "video/webm"],
    ["text/*", "text/plain", "text/csv"],
    ["text/*", "text/plain, text/csv", "text/x-other"],
    ["multipart/*", "multipart/form-data", "multipart/mixed"],
  ])("sends a value of %s that is not %s", (range, type, sent) => {
    const contentOf = (types: string) => Object.fromEntries(types.split(", ").map((one) => [one, { schema: {} }]));
    const [change] = breaking(
      ...documentPair((side) => ({ requestBody: { content: contentOf(side === 0 ? range : type) } })),
    );

    expect(change).toMatchObject({
      rule: "media-type-removed",
      witness: { request: { headers: { "content-type": sent } } },
    });
  });

  it("has the delivery of a callback instead of a request without a URL", () => {
    const [change] = breaking(
      ...documentPair((side) => ({
        callbacks: {
          done: {
            "{$request.query.url}": {
              post: { requestBody: { required: true, ...json(side === 0 ? full : loose) }, responses: done },
            },
          },
        },
      })),
    );

    expect(change?.witness).toEqual({
      shows: "unexpected",
      value: { id: expect.any(String) as string },
      at: "body",
    });
  });
});

const loose: JsonSchema = { type: "object", required: ["id"], properties: { id: text, state: text } };
const full: JsonSchema = { ...loose, required: ["id", "state"] };

function error(...codes: readonly string[]): JsonObject {
  const schema = { type: "object", required: ["code"], properties: { code: { enum: [...codes] } } };
  return { description: "Refused", ...json(schema) };
}

function json(schema: JsonSchema): { readonly content: JsonObject } {
  return { content: { "application/json": { schema } } };
}

/** Base and revision, each with one operation. */
function documentPair(operation: (side: 0 | 1) => JsonObject): [JsonObject, JsonObject] {
  const documentOf = (side: 0 | 1): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "A", version: "1" } as Json,
    paths: { "/a": { post: { responses: done, ...operation(side) } } },
  });
  return [documentOf(0), documentOf(1)];
}

function breaking(base: JsonObject, revision: JsonObject): readonly Change[] {
  return changesBetween(base, revision).filter(({ verdict }) => verdict === "breaking");
}
