import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { pairOperations } from "./pair-operations.ts";

const operationsOf = (...paths: string[]) =>
  compileInMemory({ paths: Object.fromEntries(paths.map((path) => [path, { get: operationAnswering(true) }])) })
    .operations;

describe("pairOperations()", () => {
  it("pairs paths including their query in any order", () => {
    const pairs = pairOperations(
      operationsOf("/models", "/models?beta=true", "/jobs?a=1&b=2", "/{bucket}#acl"),
      operationsOf("/models", "/jobs?b=2&a=1", "/{name}#acl", "/{name}#tags"),
    );

    expect(pairs.map(({ base, revision }) => [base?.path, revision?.path])).toEqual(
      expect.arrayContaining([
        ["/models", "/models"],
        ["/models?beta=true", undefined],
        ["/jobs?a=1&b=2", "/jobs?b=2&a=1"],
        ["/{bucket}#acl", "/{name}#acl"],
        [undefined, "/{name}#tags"],
      ]),
    );
    expect(pairs).toHaveLength(5);
  });
});
