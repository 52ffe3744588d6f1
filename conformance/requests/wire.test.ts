import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { Operation } from "../../contracts/index.ts";
import { writeRequest } from "./wire.ts";

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
