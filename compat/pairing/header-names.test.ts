import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";

function documentWith(name: string, response: JsonObject, parameter: JsonObject): JsonObject {
  const parameters = [{ name, in: "header", schema: parameter }];
  const responses = { "200": { description: "Done", headers: { ...response } } };
  return { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": { get: { parameters, responses } } } };
}

describe("withWrittenHeaderNames()", () => {
  it.each(["X-Total", "x-total", "X_TOTAL"])("writes a header as the document does: %s", (name) => {
    const header = { [name]: { schema: { type: "integer" } } };
    const removed = changesBetween(documentWith("X-Kind", header, {}), documentWith("X-Kind", {}, {}));
    const changed = changesBetween(
      documentWith(name, header, { type: "string" }),
      documentWith(name, { [name]: { schema: { type: "string" } } }, { type: "string", maxLength: 3 }),
    );

    expect(removed[0]).toMatchObject({
      message: `Header "${name}" was removed`,
      path: `header.${name.toLowerCase()}`,
    });
    expect(changed.map(({ message }) => message).toSorted()).toEqual([
      `"maxLength" 3 was added to header "${name}"`,
      `Type of header "${name}" changed from integer to string`,
    ]);
  });
});
