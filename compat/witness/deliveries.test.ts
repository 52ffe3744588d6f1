import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";
import { changeFacts } from "../reports/change-facts.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const object = (name: string, more: JsonObject = {}): JsonObject => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "string", ...more } },
});

/** A webhook delivery, and the response of the consumer. */
const delivery = (post: JsonObject): JsonObject => ({ paths: {}, webhooks: { order: { post } } });

function witnessesOf(base: JsonObject, revision: JsonObject): object {
  const changes = changesBetween(delivery(base), delivery(revision));
  return Object.fromEntries(changes.map(({ rule, witness }) => [rule, witness]));
}

describe("the proof of a part that became optional in a delivery", () => {
  const sent = (isHeaderSent: boolean, isBodySent: boolean): JsonObject => ({
    parameters: [{ name: "X-Kind", in: "header", required: isHeaderSent, schema: { const: "a" } }],
    requestBody: { required: isBodySent, content: json(object("id", { const: "b" })) },
    responses: { "200": { description: "Seen" } },
  });
  const header = { "x-kind": "a" };
  const body = { "content-type": "application/json" };

  it("is a delivery without it, and with all other parts", () => {
    expect(witnessesOf(sent(true, true), sent(false, false))).toMatchObject({
      "request-parameter-became-optional": { request: { headers: body, body: { id: "b" } } },
      "request-body-became-optional": { request: { headers: header } },
    });
    const alone = witnessesOf(sent(false, true), sent(false, false));

    expect(alone).toEqual({
      "request-body-became-optional": {
        shows: "unexpected",
        request: { method: "POST", path: "order", headers: {} },
      },
    });
  });
});

describe("the proof of a part that became optional in a callback", () => {
  it("has the headers without it, and no URL, because only a call can resolve it", () => {
    const calling = (required: boolean): JsonObject => {
      const parameters = [{ name: "X-Kind", in: "header", required, schema: { const: "a" } }];
      const post = { parameters, responses: { "200": { description: "Seen" } } };
      const callbacks = { done: { "{$request.body#/url}": { post } } };
      return { paths: { "/a": { post: { responses: { "200": { description: "Done" } }, callbacks } } } };
    };
    const [change] = changesBetween(calling(true), calling(false));

    expect(change?.witness).toEqual({ shows: "unexpected", value: {}, at: "header" });
  });
});

describe("the proof in a response of a consumer", () => {
  const documentWithResponses = (responses: JsonObject): JsonObject => ({
    requestBody: { required: true, content: json(object("id", { const: "b" })) },
    responses,
  });
  const answer = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
    "200": { description: "Seen", content: json(schema), ...more },
  });
  const request = expect.objectContaining({ body: { id: "b" } }) as unknown;

  it.each<[string, JsonObject, JsonObject, string, object]>([
    [
      "a member that has to be there",
      answer({ type: "object" }),
      answer(object("ok")),
      "request-property-became-required",
      { value: {}, at: "status 200 body" },
    ],
    [
      "a text that is too long",
      answer(object("ok")),
      answer(object("ok", { maxLength: 1 })),
      "max-length-decreased",
      { at: "status 200 body.ok" },
    ],
    [
      "a member that is gone",
      answer(object("ok", { const: "a" })),
      answer({ type: "object", additionalProperties: false }),
      "request-property-removed",
      { value: { ok: "a" }, at: "status 200 body" },
    ],
    [
      "a header that has to be there",
      answer({}, { headers: { "X-A": { schema: {} } } }),
      answer({}, { headers: { "X-A": { required: true, schema: {} } } }),
      "response-header-became-required",
      { value: {}, at: "status 200 header" },
    ],
    [
      "a media type that is gone",
      { "200": { description: "Seen", content: { "text/plain": {}, "text/csv": {} } } },
      { "200": { description: "Seen", content: { "text/plain": {} } } },
      "media-type-removed",
      { value: "text/csv", at: "status 200 header.content-type" },
    ],
    [
      "a status that is gone",
      { ...answer({}), "202": { description: "Later" } },
      answer({}),
      "success-status-removed",
      { value: "202", at: "status" },
    ],
    [
      "what one shape no longer takes",
      answer({ anyOf: [object("x"), object("id")] }),
      answer({ anyOf: [object("x", { maxLength: 1 }), object("id")] }),
      "max-length-decreased",
      { at: "status 200 body.x" },
    ],
  ])("is in its response to a delivery: %s", (_, base, revision, rule, shown) => {
    expect(witnessesOf(documentWithResponses(base), documentWithResponses(revision))).toMatchObject({
      [rule]: { ...shown, request },
    });
  });

  it("has its place in the response", () => {
    const [change] = changesBetween(
      delivery(documentWithResponses({ ...answer({}), "202": { description: "Later" } })),
      delivery(documentWithResponses(answer({}))),
    );

    expect(Object.fromEntries((change && changeFacts(change, platformCompat)) ?? [])["proof"]).toMatch(
      /POST order .* answered with status 202$/,
    );
  });

  it("has no delivery for a callback, whose URL only a call can resolve", () => {
    const calling = (schema: JsonObject): JsonObject => ({
      paths: {
        "/a": {
          post: {
            responses: { "200": { description: "Done" } },
            callbacks: { done: { "{$request.body#/url}": { post: documentWithResponses(answer(schema)) } } },
          },
        },
      },
    });
    const [change] = changesBetween(calling({ type: "object" }), calling(object("ok")));

    expect(change?.witness).toEqual({ shows: "refused", value: {}, at: "status 200 body" });
  });
});
