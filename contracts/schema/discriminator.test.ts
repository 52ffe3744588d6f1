import type { Json, JsonObject } from "../model/json.ts";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createValues } from "../generate/index.ts";
import type { Schema } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { acceptorOf, fitsAll, validatorOf } from "./validator.ts";

const role = (...values: string[]): JsonObject => ({ type: "string", enum: values });
const message = (property: JsonObject, more: JsonObject = {}, required: string[] = ["role"]): JsonObject => ({
  type: "object",
  required,
  properties: { role: property, ...more },
});
const refs = (...names: string[]): JsonObject[] => names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
const text: JsonObject = { type: "string" };

function contractOf(schemas: JsonObject) {
  return compileInMemory({ components: { schemas } });
}

function fits(schemas: JsonObject, value: Json): boolean {
  const contract = contractOf(schemas);
  const accepts = acceptorOf(contract, "/components/schemas/Union", "request")(value);
  expect(contract.problems).toEqual([]);
  // The judgement of one value alone is the same.
  expect(
    fitsAll(contract, [valueAt(contract.document, "/components/schemas/Union") as JsonObject], "request", value),
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
      "an enum behind references and allOf",
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
      "a name in a nested union",
      { UserMessage: {}, Tool: message(text), Any: union(refs("UserMessage")), Union: union(refs("Any", "Tool")) },
      { role: "UserMessage" },
      true,
    ],
    [
      "a name where the branch lists nothing",
      { UserMessage: message(text), Tool: message(role("tool")), Union: union(refs("UserMessage", "Tool")) },
      { role: "UserMessage" },
      true,
    ],
    [
      "a value that one branch lists and another is called",
      {
        user: message(text, { a: text }),
        Tool: message(role("user"), { a: { type: "integer" } }),
        Union: union(refs("user", "Tool")),
      },
      { role: "user", a: 1 },
      true,
    ],
    [
      "no property where the branch does not require its own",
      { Easy: message(role("message"), { content: text }, ["content"]), Union: union(refs("Easy")) },
      { content: "hi" },
      true,
    ],
    [
      "a value that several branches list, of which one fits",
      {
        Easy: message(role("message"), { content: {} }, []),
        Message: message(role("message"), { content: { type: "array" } }),
        Union: union(refs("Easy", "Message")),
      },
      { role: "message", content: "hi" },
      true,
    ],
    [
      "a value that several branches list, of which both fit",
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

  it("names the value that was sent among those that are allowed, and only what is wrong with it", () => {
    const validate = validatorOf(contractOf(chat), "/components/schemas/Union", "request");

    expect(validate({ role: "user", content: 1 })).toMatchObject([{ pointer: "/content" }]);
    expect(validate({ role: "usr" })[0]?.expected).toMatch(/user.*system/);
  });

  it("writes out which value selects which branch", () => {
    const mapping = valueAt(contractOf(chat).document, "/components/schemas/Union/discriminator/mapping");

    expect(mapping).toEqual({ user: refs("UserMessage")[0]?.["$ref"], system: refs("SystemMessage")[0]?.["$ref"] });
  });

  it("reads the values of branches that are in other files", () => {
    const file = "/docs/messages.json";
    const contract = compileInMemory(
      { components: { schemas: { Union: union([{ $ref: "messages.json#/User" }]) } } },
      { [file]: { User: message({ $ref: "#/Role" }), Role: role("user") } },
    );

    expect(acceptorOf(contract, "/components/schemas/Union", "request")({ role: "user" })).toBe(true);
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
      "goes before what other branches list",
      { ...shared, Union: union(refs("User", "System"), { user: "User", system: "#/components/schemas/System" }) },
      { role: "system", name: "x" },
      false,
    ],
    [
      "that names some branches leaves the other values to the others",
      { ...shared, Union: union(refs("User", "System"), { user: "User" }) },
      { role: "system", name: "x" },
      false,
    ],
    [
      "that names some branches leaves those to their own values",
      { ...chat, Union: union(refs("UserMessage", "SystemMessage"), { user: "UserMessage" }) },
      { role: "system", content: "hi" },
      true,
    ],
    [
      "that contradicts what the branch lists is passed over",
      { ...chat, Union: union(refs("UserMessage"), { usr: "UserMessage" }) },
      { role: "user", content: "hi" },
      true,
    ],
    [
      "needs its property, where the branch lists no values",
      { User: message(text, {}, []), Union: union(refs("User"), { user: "User" }) },
      {},
      false,
    ],
  ])("%s", (_, schemas, value, expected) => {
    expect(fits(schemas, value)).toBe(expected);
  });
});

describe("values of a union with a discriminator", () => {
  it("have the property that selects their branch, also where it may be left out", () => {
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
