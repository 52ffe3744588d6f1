import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { checkCompat } from "../index.ts";
import { changeFacts, whereText } from "./change-facts.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

describe("whereText()", () => {
  it.each([
    ["200", "response body.code"],
    ["404", "response 404 body.code"],
    ["default", "response default body.code"],
  ])("includes the status of an error response: %s", (status, where) => {
    const [base, revision] = ["string", "integer"].map((type) =>
      responseOf(status, { properties: { code: { type } } }),
    );

    expect(changesOf(base, revision).map(whereText)).toEqual([where]);
  });
});

describe("changeFacts()", () => {
  it.each([
    ["int32", "int64", "2147483648"],
    ["float", "double", "1e39"],
    ["int32", undefined, "2147483648"],
    ["int64", undefined, "9223372036854775808"],
  ])("has a number as proof that %s refuses and %s accepts", (narrow, wide, number) => {
    const [base, revision] = [narrow, wide].map((format) =>
      responseOf("200", { type: "number", ...(format !== undefined && { format }) }),
    );
    const shown = ["note", `Shown by ${number}: validators do not check the width of a number`];

    expect(changesOf(base, revision).flatMap((change) => changeFacts(change, platformCompat))).toContainEqual(shown);
    expect(changesOf(revision, base).flatMap((change) => changeFacts(change, platformCompat))).not.toContainEqual(
      shown,
    );
  });
});

it("changeFacts() has the note of a waiver", () => {
  const [change] = changesOf(responseOf("200", { const: 1 }), responseOf("200", {}));
  const waived = { reason: "security", by: "Ann", expires: "2026-12-31", note: "See the advisory" };

  expect(change && changeFacts({ ...change, waived }, platformCompat)).toContainEqual([
    "waived",
    "for security, by Ann, until 2026-12-31: See the advisory",
  ]);
});

describe("a narrower format", () => {
  it("has no proof if the bounds exclude all such numbers", () => {
    const [base, revision] = [{ format: "float" }, {}].map((more) =>
      responseOf("200", { type: "number", maximum: 10, ...more }),
    );

    expect(
      JSON.stringify(changesOf(base, revision).flatMap((change) => changeFacts(change, platformCompat))),
    ).not.toContain("Shown by");
  });
});

describe("a proof", () => {
  const requestText = (type: string, more: Json): Json => {
    const schema = { type: "object", required: ["n"], properties: { n: { type: "string", ...(more as object) } } };
    return { "/a": { post: { requestBody: { required: true, content: { [type]: { schema } } }, responses: {} } } };
  };
  const [removed] = changesOf(responseOf("200", { properties: { a: { const: 1 } } }), responseOf("200", {}));

  it.each([
    ["application/json", `-d '{"n":"`],
    ["application/problem+json", `-d '{"n":"`],
    ["application/x-www-form-urlencoded", "-d 'n="],
    ["application/xml", 'with the body {"n":"'],
    ["multipart/form-data", 'with the body {"n":"'],
  ])("shows a body of %s in its own format, or as JSON", (type, text) => {
    const [narrowed] = changesOf(requestText(type, {}), requestText(type, { maxLength: 1 }));
    const facts = narrowed ? Object.fromEntries(changeFacts(narrowed, platformCompat)) : {};

    expect(facts["proof"]).toContain(`-H 'content-type: ${type}' ${text}`);
  });

  describe("of a long exchange", () => {
    const long = { const: "x".repeat(900) };
    const narrowed = { ids: { type: "integer", const: 1 }, id: { type: "integer" } };
    const form = (id: Json, encoding: Json): Json => {
      const properties = { idle: long, ...narrowed, id };
      const schema = { type: "object", required: Object.keys(properties), properties };
      const content = { "application/x-www-form-urlencoded": { schema, encoding } };
      return { "/a": { post: { requestBody: { required: true, content }, responses: {} } } };
    };
    const query = (id: Json): Json => {
      const parameters = Object.entries({ idle: long, id }).map(([name, schema]) => ({
        name,
        in: "query",
        required: true,
        schema,
      }));
      return { "/a": { get: { parameters, responses: {} } } };
    };
    const [free, bounded] = [{ type: "integer" }, { type: "integer", minimum: 5 }];
    const proofOf = (base: Json, revision: Json): string | undefined => {
      const [change] = changesOf(base, revision);
      return change && Object.fromEntries(changeFacts(change, platformCompat))["proof"];
    };

    it.each([["form"], ["pipeDelimited"]])(
      "keeps the field of a form that decides, written in the style %s",
      (style) => {
        const encoding = { idle: { style } };

        expect(proofOf(form(free, encoding), form(bounded, encoding))).toMatch(/-d '…&ids=1&id=[-\d]+'/);
      },
    );

    it("keeps the changed parameter", () => {
      expect(proofOf(query(free), query(bounded))).toMatch(/GET \/a\?…&id=[-\d]+, with/);
    });

    it("keeps the changed member of a response after a long request", () => {
      const answer = { 200: { description: "", content: { "application/json": { schema: { const: 1 } } } } };
      const other = { 200: { description: "", content: { "application/json": { schema: { const: 2 } } } } };
      const [base, revision] = [answer, other].map((responses) => ({
        "/a": { get: { parameters: [{ name: "X-A", in: "header", required: true, schema: long }], responses } },
      }));

      expect(proofOf(base ?? {}, revision ?? {})).toMatch(/-H 'X-A: x+…' answered with 2 at body$/i);
    });
  });

  it("shows a removed part of a response", () => {
    expect(removed && Object.fromEntries(changeFacts(removed, platformCompat))["proof"]).toBe(
      'part of the base, not of the revision: GET /a answered with {"a":1} at status 200 body',
    );
  });

  it("shows a webhook's request, and a response only if the consumer's response changed", () => {
    const factsAt = (at: string) => {
      const facts =
        removed?.witness &&
        changeFacts({ ...removed, direction: "webhook", witness: { ...removed.witness, at } }, platformCompat);
      return facts && Object.fromEntries(facts)["proof"];
    };

    expect(factsAt("body")).toBe('part of the base, not of the revision: GET /a, with {"a":1} at body');
    expect(factsAt("status 200 body")).toBe(
      'part of the base, not of the revision: GET /a answered with {"a":1} at status 200 body',
    );
  });
});

function changesOf(base: Json | undefined, revision: Json | undefined): ReturnType<typeof checkCompat>["changes"] {
  const [fromBase, fromRevision] = [base, revision].map((paths) => compileInMemory({ paths: paths ?? {} }));
  return fromBase && fromRevision ? checkCompat([fromBase], [fromRevision]).changes : [];
}

function responseOf(status: string, schema: Json): Json {
  const answer = { description: "An answer", content: { "application/json": { schema } } };
  return { "/a": { get: { responses: { [status]: answer } } } };
}
