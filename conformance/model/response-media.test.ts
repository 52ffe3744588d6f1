import { describe, expect, it } from "vitest";
import type { Operation, Response } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { writeRequest } from "../requests/wire.ts";
import { hasOtherCharset, listMediaTypes } from "./response-media.ts";

const schema = { type: "object" };

function operationWith(sent: string, ...answered: readonly string[]) {
  const contract = compileInMemory({
    paths: {
      "/a": {
        post: {
          requestBody: { content: { [sent]: { schema } } },
          responses: {
            200: { description: "", content: Object.fromEntries(answered.map((type) => [type, { schema }])) },
          },
        },
      },
    },
  });
  return { contract, operation: contract.operations[0] as Operation };
}

const namesOf = (received: string, ...documented: readonly string[]) => {
  const { operation } = operationWith("application/json", ...documented);
  const response = operation.responses[0] as Response;
  return listMediaTypes({ headers: { "content-type": received } }, response).map(({ parameters = [] }) =>
    parameters.join(),
  );
};

describe("listMediaTypes()", () => {
  const versions = ["application/json;version=1", "application/json;version=2"];
  it.each([
    ["application/json; version=2", ["version=2"]],
    ['application/json;charset=utf-8;version="1"', ["version=1"]],
    ["application/json", ["version=1", "version=2"]],
    ["application/json;version=3", []],
    ["application/problem+json", ["version=1"]],
  ])("finds the documented types for %s", (received, expected) => {
    expect(namesOf(received, ...versions)).toEqual(expected);
  });
});

describe("hasOtherCharset()", () => {
  it.each([
    ["text/plain; charset=utf-8", "text/plain;charset=UTF-8", false],
    ["text/plain; charset=us-ascii", "text/plain;charset=utf-8", false],
    ["text/plain", "text/plain;charset=utf-8", false],
    ["text/plain; charset=utf-16", "text/plain;charset=utf-8", true],
    ["text/plain; charset=utf-8", "text/plain;charset=utf-16", true],
    ["text/plain; charset=utf-16", "text/plain", false],
  ])("compares %s with the documented %s", (received, documented, expected) => {
    const { operation } = operationWith("application/json", documented);
    const media = operation.responses[0]?.content[0];
    expect(media && hasOtherCharset({ headers: { "content-type": received } }, media)).toBe(expected);
  });
});

describe("writeRequest()", () => {
  it.each([
    ["application/vnd.user+json; type=basic", "application/json", "application/vnd.user+json; type=basic"],
    ["application/json;charset=utf-8", "application/json", "application/json; charset=utf-8"],
  ])("sends %s whole", (sent, answered, expected) => {
    const { contract, operation } = operationWith(sent, answered);
    const { headers } = writeRequest(contract, operation, { parameters: {}, body: {} });
    expect(headers["content-type"]).toBe(expected);
  });

  it("accepts the documented types with their parameters, and usual ones without a charset", () => {
    const acceptOf = (...answered: readonly string[]) => {
      const { contract, operation } = operationWith("application/json", ...answered);
      return writeRequest(contract, operation, { parameters: {} }).headers["accept"];
    };
    expect(acceptOf("application/hal+json;profile=short")).toBe(
      "application/hal+json; profile=short, application/problem+json, */*",
    );
    expect(acceptOf("application/json;charset=utf-8")).toBe("application/json, application/problem+json, */*");
  });
});
