import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { mayBePartialUpdate } from "./partial-update.ts";

function mayBePartial(description: string): boolean {
  const schema = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const contract = compileInMemory({
    paths: {
      "/rooms/{id}": {
        put: {
          description,
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
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

  it.each(["Replaces the room.", "Updates a room by its id.", ""])("reads nothing of it: %s", (text) =>
    expect(mayBePartial(text)).toBe(false),
  );
});
