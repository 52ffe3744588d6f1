import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { compileInMemory } from "../../testing/contracts/in-memory.ts";
import { checkCompat } from "../index.ts";
import { factsOf, whereText } from "./facts.ts";

describe("whereText()", () => {
  it.each([
    ["200", "response body.code"],
    ["404", "response 404 body.code"],
    ["default", "response default body.code"],
  ])("says of what answer a part is, where that is an error: %s", (status, where) => {
    const [base, revision] = ["string", "integer"].map((type) => answering(status, { properties: { code: { type } } }));

    expect(changesOf(base, revision).map(whereText)).toEqual([where]);
  });
});

describe("factsOf()", () => {
  it.each([
    ["int32", "int64", "2147483648"],
    ["float", "double", "1e39"],
  ])("names a number that %s does not have, and %s has", (narrow, wide, number) => {
    const [base, revision] = [narrow, wide].map((format) => answering("200", { type: "number", format }));
    const shown = ["note", `Shown by ${number}: no validator tells how wide a number is`];

    expect(changesOf(base, revision).flatMap((change) => factsOf(change))).toContainEqual(shown);
    expect(changesOf(revision, base).flatMap((change) => factsOf(change))).not.toContainEqual(shown);
  });
});

function changesOf(base: Json | undefined, revision: Json | undefined): ReturnType<typeof checkCompat>["changes"] {
  const [ours, theirs] = [base, revision].map((paths) => compileInMemory({ paths: paths ?? {} }));
  return ours && theirs ? checkCompat([ours], [theirs]).changes : [];
}

function answering(status: string, schema: Json): Json {
  const answer = { description: "An answer", content: { "application/json": { schema } } };
  return { "/a": { get: { responses: { [status]: answer } } } };
}
