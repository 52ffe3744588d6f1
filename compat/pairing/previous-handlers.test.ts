import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { type Settings, checkCompat } from "../index.ts";

const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const template = { "/users/{id}": { get: { parameters: [id], responses: {} } } };

const added = (path: string, settings: Settings = {}) => {
  const [base, revision] = [{}, { [path]: { get: { responses: {} } } }].map((more: JsonObject) =>
    compileInMemory({ paths: { ...template, ...more } }),
  );
  return checkCompat(base ? [base] : [], revision ? [revision] : [], settings).changes;
};

describe("previousHandlers()", () => {
  it("finds the operation whose template matched the requests", () => {
    expect(added("/users/me")).toMatchObject([
      { rule: "operation-added", verdict: "dangerous", note: 'So far, "GET /users/{id}" took its requests' },
    ]);
    expect(added("/users/me/posts")[0]).not.toHaveProperty("note");
  });

  it("proves nothing if the policy calls this breaking: the revision accepts every request", () => {
    const [change] = added("/users/me", { answers: { "literal-path-added": "breaking" } });

    expect(change?.verdict).toBe("breaking");
    expect(change).not.toHaveProperty("witness");
  });
});
