import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { mayBePartialUpdate } from "./partial-update.ts";

function mayBePartial(description: string, { member = "label", parameter = "verbose" } = {}): boolean {
  const text = { type: "string" };
  const schema = { type: "object", required: ["name"], properties: { name: text, [member]: text } };
  const contract = compileInMemory({
    paths: {
      "/rooms/{id}": {
        put: {
          description,
          parameters: [
            { name: "id", in: "path", required: true, schema: text },
            { name: parameter, in: "query", schema: text },
          ],
          requestBody: { content: { "application/json": { schema } } },
          responses: { 200: { description: "" } },
        },
      },
    },
  });
  return mayBePartialUpdate(contract, contract.operations[0]!);
}

describe("mayBePartialUpdate()", () => {
  it.each([
    "Any other fields not specified will be left untouched.",
    "Properties that are absent remain unmodified.",
    "Fields that the body omits retain their values.",
    "Other fields are preserved.",
    "What is left out will not be changed.",
    "Omitted fields are left as they are.",
    "A partial update.",
  ])("reads that members may be left out: %s", (text) => expect(mayBePartial(text)).toBe(true));

  it.each(["updateMask", "update_mask", "FieldsToUpdate", "field_mask", "update_fields"])(
    "reads it from a list of what is changed: %s",
    (name) => {
      expect(mayBePartial("Updates a room.", { member: name })).toBe(true);
      expect(mayBePartial("Updates a room.", { parameter: name })).toBe(true);
    },
  );

  it.each(["fields", "updated", "updatedAt", "mask"])("reads nothing of %s", (name) => {
    expect(mayBePartial("Updates a room.", { member: name, parameter: name })).toBe(false);
  });

  it.each(["Replaces the room.", "Updates a room by its id.", ""])("reads nothing of it: %s", (text) =>
    expect(mayBePartial(text)).toBe(false),
  );
});
