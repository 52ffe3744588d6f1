import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Operation, Parameter } from "../../contracts/index.ts";
import { validExamples, writeRequest } from "./wire.ts";

describe("writeRequest()", () => {
  it.each([
    ["application/json", "application/json"],
    ["application/merge-patch+json", "application/merge-patch+json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
  ])("sends a body documented as %s with content type %s", (documented, sent) => {
    const contract = compileInMemory({
      paths: { "/things": { post: { requestBody: { content: { [documented]: {} } }, responses: {} } } },
    });
    const request = writeRequest(contract, contract.operations[0] as Operation, { parameters: {}, body: { a: 1 } });

    expect(request).toMatchObject({ headers: { "content-type": sent }, body: '{"a":1}' });
  });
});

describe("validExamples()", () => {
  it("reads examples that are written in the encoding of the parameter", () => {
    const schema = { type: "array", items: { type: "integer" } };
    const examples = { text: { value: "1,2" }, list: { value: [3] }, wrong: { value: "1,b" } };
    const parameters = [{ name: "ids", in: "query", explode: false, schema, examples }];
    const contract = compileInMemory({ paths: { "/things": { get: { parameters, responses: {} } } } });

    expect(validExamples(contract, contract.operations[0]?.parameters[0] as Parameter)).toEqual([[1, 2], [3]]);
  });
});
