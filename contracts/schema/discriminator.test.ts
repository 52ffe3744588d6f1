import type { Json, JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createValues } from "../generate/index.ts";
import type { Schema } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { acceptedByAll } from "./accepted-by-all.ts";
import { getAcceptor, validatorOf } from "./validator.ts";

const role = (...values: string[]): JsonObject => ({ type: "string", enum: values });
const message = (property: JsonObject, members: JsonObject = {}, required: string[] = ["role"]): JsonObject => ({
  type: "object",
  required,
  properties: { role: property, ...members },
});
const refs = (...names: string[]): JsonObject[] => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
const text: JsonObject = { type: "string" };

function contractOf(schemas: JsonObject) {
  return compileInMemory({ components: { schemas } });
}

function fits(schemas: JsonObject, value: Json): boolean {
  const contract = contractOf(schemas);
  const accepts = getAcceptor(contract, "/components/schemas/Union", "request")(value);
  expect(contract.problems).toEqual([]);
  // acceptedByAll() must give the same verdict for a single value.
  expect(
    acceptedByAll(contract, [valueAt(contract.document, "/components/schemas/Union") as JsonObject], "request", value),
  ).toBe(accepts);
  return accepts;
}

const union = (branches: Json, mapping?: JsonObject, keyword = "oneOf"): JsonObject => ({
  [keyword]: branches,
  discriminator: { propertyName: "role", ...(mapping && { mapping }) },
});

const chat = {
  UserMessage: message(role("user"), { content: text }, ["role", "content"]),
  SystemMessage: message({ const: "system" }, { content: text }, ["role", "content"]),
  Union: union(refs("UserMessage", "SystemMessage")),
};

describe("a discriminator without mapping", () => {
  it.each<[string, JsonObject, Json, boolean]>([
    ["an enum", chat, { role: "user", content: "hi" }, true],
    ["a const", chat, { role: "system", content: "hi" }, true],
    ["no name where a value is listed", chat, { role: "UserMessage", content: "hi" }, false],
    ["what the selected branch refuses", chat, { role: "user", content: 1 }, false],
    [
      "an enum within references and allOf",
      {
        Base: message(role("user", "system"), {}, []),
        Role: role("user"),
        UserMessage: { allOf: [...refs("Base"), message({ allOf: refs("Role") })] },
        Union: union(refs("UserMessage")),
      },
      { role: "user" },
      true,
    ],
    [
      "an enum of a nested union with the same discriminator",
      { ...chat, Any: chat.Union, Tool: message(role("tool")), Union: union(refs("Any", "Tool")) },
      { role: "system", content: "hi" },
      true,
    ],
    [
      "a schema name in a nested union",
      { UserMessage: {}, Tool: message(text), Any: union(refs("UserMessage")), Union: union(refs("Any", "Tool")) },
      { role: "UserMessage" },
      true,
    ],
    [
      "a schema name if the branch lists no values",
      { UserMessage: message(text), Tool: message(role("tool")), Union: union(refs("UserMessage", "Tool")) },
      { role: "UserMessage" },
      true,
    ],
    [
      "a value that one branch lists and that is the name of another",
      {
        user: message(text, { a: text }),
        Tool: message(role("user"), { a: { type: "integer" } }),
        Union: union(refs("user", "Tool")),
      },
      { role: "user", a: 1 },
      true,
    ],
    [
      "a missing property if the branch does not require it",
      { Easy: message(role("message"), { content: text }, ["content"]), Union: union(refs("Easy")) },
      { content: "hi" },
      true,
    ],
    [
      "a value that several branches list and one accepts",
      {
        Easy: message(role("message"), { content: {} }, []),
        Message: message(role("message"), { content: { type: "array" } }),
        Union: union(refs("Easy", "Message")),
      },
      { role: "message", content: "hi" },
      true,
    ],
    [
      "a value that several branches list and accept",
      {
        Easy: message(role("message"), { content: {} }, []),
        Message: message(role("message"), { content: { type: "array" } }),
        Union: union(refs("Easy", "Message")),
      },
      { role: "message", content: [] },
      true,
    ],
    [
      "an inline branch",
      { ...chat, Union: union([...refs("UserMessage"), message(role("tool"))]) },
      { role: "tool" },
      true,
    ],
    [
      "a closed branch without the property",
      {
        ...chat,
        Plain: { type: "object", properties: { id: text }, additionalProperties: false },
        Union: union(refs("UserMessage", "Plain")),
      },
      { id: "1" },
      true,
    ],
    [
      "a boolean",
      { On: message({ const: true }), Off: message({ const: false }), Union: union(refs("On", "Off")) },
      { role: false },
      true,
    ],
    [
      "anyOf",
      { ...chat, Union: union(refs("UserMessage", "SystemMessage"), undefined, "anyOf") },
      { role: "user", content: "" },
      true,
    ],
  ])("reads %s", (_, schemas, value, expected) => {
    expect(fits(schemas, value)).toBe(expected);
  });

  it("reports the allowed values with the sent one, and only violations of the selected branch", () => {
    const validate = validatorOf(contractOf(chat), "/components/schemas/Union", "request");

    expect(validate({ role: "user", content: 1 })).toMatchObject([{ pointer: "/content" }]);
    expect(validate({ role: "usr" })[0]?.expected).toMatch(/user.*system/);
  });

  it("completes the mapping of values to branches", () => {
    const mapping = valueAt(contractOf(chat).document, "/components/schemas/Union/discriminator/mapping");

    expect(mapping).toEqual({ user: refs("UserMessage")[0]?.["$ref"], system: refs("SystemMessage")[0]?.["$ref"] });
  });

  it("reads the values of branches in other files", () => {
    const file = "/docs/messages.json";
    const contract = compileInMemory(
      { components: { schemas: { Union: union([{ $ref: "messages.json#/User" }]) } } },
      { [file]: { User: message({ $ref: "#/Role" }), Role: role("user") } },
    );

    expect(getAcceptor(contract, "/components/schemas/Union", "request")({ role: "user" })).toBe(true);
  });
});

describe("a discriminator with a mapping", () => {
  const shared = {
    Base: message(role("user", "system")),
    User: { allOf: [...refs("Base"), { properties: { name: text } }] },
    System: { allOf: [...refs("Base"), { properties: { name: { type: "integer" } } }] },
  };
  it.each<[string, JsonObject, Json, boolean]>([
    [
      "has priority over values that other branches list",
      { ...shared, Union: union(refs("User", "System"), { user: "User", system: "#/components/schemas/System" }) },
      { role: "system", name: "x" },
      false,
    ],
    [
      "with some of the branches leaves the other values to the other branches",
      { ...shared, Union: union(refs("User", "System"), { user: "User" }) },
      { role: "system", name: "x" },
      false,
    ],
    [
      "with some of the branches keeps the values that these list",
      { ...chat, Union: union(refs("UserMessage", "SystemMessage"), { user: "UserMessage" }) },
      { role: "system", content: "hi" },
      true,
    ],
    [
      "that contradicts the values of its branch is ignored",
      { ...chat, Union: union(refs("UserMessage"), { usr: "UserMessage" }) },
      { role: "user", content: "hi" },
      true,
    ],
    [
      "requires its property if the branch lists no values",
      { User: message(text, {}, []), Union: union(refs("User"), { user: "User" }) },
      {},
      false,
    ],
  ])("%s", (_, schemas, value, expected) => {
    expect(fits(schemas, value)).toBe(expected);
  });
});

describe("values of a union with a discriminator", () => {
  it("have the property that selects their branch, even if it is optional", () => {
    const schemas = {
      Easy: message(role("message"), { content: text }, ["content"]),
      Call: message(role("call"), { content: text }, ["content"]),
      Union: union(refs("Easy", "Call")),
    };
    const contract = contractOf(schemas);
    const pointer = "/components/schemas/Union";
    const schema = { pointer, value: valueAt(contract.document, pointer) } as Schema;

    expect(createValues(contract, "response").sample(schema, { name: "x" })).toMatchObject({ role: "message" });
  });
});
