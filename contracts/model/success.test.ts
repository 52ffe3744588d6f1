import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Operation } from "./contract.ts";
import { isJson, findJsonMedia, findResponse, chooseSuccess } from "./success.ts";

describe("chooseSuccess()", () => {
  it.each<[string, readonly string[], 201 | 204 | undefined, number, string | undefined]>([
    ["the lowest 2xx status", ["404", "202", "200"], undefined, 200, "200"],
    ["the preferred status, if it is documented", ["200", "201"], 201, 201, "201"],
    ["the lowest, if the preferred status is not documented", ["200", "202"], 204, 200, "200"],
    ["204 before a 200 without a body", ["200", "204"], undefined, 204, "204"],
    ["the preferred status before 204", ["200", "201", "204"], 201, 201, "201"],
    ["a 200 without a body, if 204 is not documented", ["200", "202"], undefined, 200, "200"],
    ["the lowest status of a range", ["2XX"], undefined, 200, "2XX"],
    ["a redirect, if there is no 2xx", ["302", "400"], undefined, 302, "302"],
    ["200 with the default response, if there is no 2xx or 3xx", ["400", "default"], undefined, 200, "default"],
    ["a bare 200, if no success is documented", ["400"], undefined, 200, undefined],
  ])("returns %s", (_, statuses, preferred, status, documented) => {
    const success = chooseSuccess(operationWith(statuses), preferred);

    expect([success.status, success.response?.status]).toEqual([status, documented]);
  });
});

describe("the success of several that a document describes", () => {
  it.each<[string, Readonly<Record<string, string>>, number]>([
    ["is the one that did something", { "204": "The page did not exist", "205": "The page was deleted" }, 205],
    ["is not the one without a change", { "200": "Already a member", "201": "Added" }, 201],
    ["is a 201, whatever it says", { "201": "It did not exist, and was created", "202": "It is unchanged" }, 201],
    ["is the lowest, where all did something", { "201": "Done", "202": "Deleted" }, 201],
    ["is the lowest, where none did anything", { "204": "Does not change it", "205": "It is unchanged" }, 204],
  ])("%s", (_, described, status) => {
    const documented = operationWith(Object.keys(described));
    const responses = documented.responses.map((each) => ({ ...each, description: described[each.status] ?? "" }));

    expect(chooseSuccess({ ...documented, responses }, undefined).status).toBe(status);
  });
});

describe("findResponse()", () => {
  it.each([
    [404, "404"],
    [409, "4XX"],
    [500, "default"],
  ])("returns for status %i the response %s", (status, documented) => {
    expect(findResponse(operationWith(["default", "4XX", "404"]), status)?.status).toBe(documented);
  });

  it("returns undefined if only another range is documented", () => {
    expect(findResponse(operationWith(["4XX"]), 500)).toBeUndefined();
  });
});

describe("isJson()", () => {
  it.each([
    ["application/json", true],
    ["text/json", true],
    ["application/problem+json", true],
    ["application/json-seq", false],
    ["text/plain", false],
  ])("returns for %s %j", (mediaType, expected) => {
    expect(isJson(mediaType)).toBe(expected);
  });
});

describe("findJsonMedia()", () => {
  it.each<[readonly string[], string | undefined]>([
    [["text/plain", "application/vnd.pets+json"], "application/vnd.pets+json"],
    [["*/*", "application/json"], "application/json"],
    [["text/plain", "application/*"], "application/*"],
    [["text/plain", "text/*"], undefined],
  ])("returns from %j %s", (types, expected) => {
    const content = Object.fromEntries(types.map((type) => [type, { schema: true }]));
    const { operations } = compileInMemory({ paths: { "/a": { put: { requestBody: { content } } } } });

    expect(findJsonMedia(operations[0]?.body?.content ?? [])?.mediaType).toBe(expected);
  });
});

function operationWith(statuses: readonly string[]): Operation {
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: "" }]));
  return compileInMemory({ paths: { "/a": { get: { responses } } } }).operations[0] as Operation;
}
