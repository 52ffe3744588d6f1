import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Role } from "../model/role.ts";
import { deriveLaw, refusesUnknown } from "./laws.ts";

const strict: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const open: JsonObject = { type: "object", properties: { name: { type: "string" } } };

const responses = (...statuses: string[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [status, { description: "" }]));

function change(schema: Json, ...statuses: string[]): JsonObject {
  const requestBody = { content: { "application/json": { schema } } };
  return { requestBody, responses: responses(...statuses) };
}

/** The law of the first operation of an item. */
function law(kind: Role["kind"], item: Readonly<Record<string, JsonObject>>) {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const contract = compileInMemory({ paths: { "/rooms/{id}": { parameters, ...item } } });
  return deriveLaw(contract, contract.operations[0]!, { kind, collection: "/rooms", idParameter: "id" });
}

describe("deriveLaw()", () => {
  it.each<[string, Role["kind"], Readonly<Record<string, JsonObject>>, string, boolean]>([
    ["a PUT of a whole item", "replace", { put: change(strict, "200", "404") }, "removed", true],
    ["a PUT that requires nothing", "replace", { put: change(open, "200", "404") }, "kept", false],
    [
      "a PUT beside a PATCH",
      "replace",
      { put: change(open, "200", "404"), patch: change(open, "200") },
      "removed",
      false,
    ],
    ["a PATCH", "update", { patch: change(strict, "200", "404") }, "kept", true],
    ["an action by PUT", "transition", { put: change(strict, "200", "404") }, "kept", true],
  ])("says what %s does with the members that it does not send", (_, kind, item, rest, isRestStated) => {
    expect(law(kind, item)).toMatchObject({ rest, isRestStated });
  });

  it.each<[Role["kind"], Readonly<Record<string, JsonObject>>, boolean]>([
    ["replace", { put: change(strict, "200", "404") }, false],
    ["replace", { put: change(strict, "200", "201") }, true],
    ["replace", { put: change(strict, "200") }, true],
    ["update", { patch: change(strict, "200", "201") }, true],
    ["update", { patch: change(strict, "200") }, false],
    ["transition", { put: change(strict, "200") }, false],
  ])("says whether %s %j makes an item that is missing", (kind, item, makesMissing) => {
    expect(law(kind, item).makesMissing).toBe(makesMissing);
  });
});

describe("refusesUnknown()", () => {
  it.each([
    ["404", true],
    ["410", true],
    ["409", false],
    ["4XX", false],
  ])("is documented by %s: %s", (status, isRefused) => {
    const contract = compileInMemory({ paths: { "/rooms": { get: { responses: responses("200", status) } } } });
    expect(refusesUnknown(contract.operations[0]!)).toBe(isRefused);
  });
});
