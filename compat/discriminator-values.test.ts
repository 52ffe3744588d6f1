import { describe, expect, it } from "vitest";
import { compileInMemory } from "../test/support/contracts/in-memory.ts";
import { operationAccepting } from "../test/support/contracts/scratch.ts";
import type { JsonObject } from "../contracts/index.ts";
import { checkCompat } from "./index.ts";

const message = (role: string): JsonObject => ({
  type: "object",
  required: ["role", "content"],
  properties: { role: { type: "string", enum: [role] }, content: { type: "string" } },
});

function contractOf(schemas: JsonObject) {
  const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return compileInMemory({
    paths: { "/chat": { post: operationAccepting({ oneOf, discriminator: { propertyName: "role" } }) } },
    components: { schemas },
  });
}

const changesOf = (base: JsonObject, revision: JsonObject) =>
  checkCompat([contractOf(base)], [contractOf(revision)]).changes.map(({ rule, message: text }) => `${rule}: ${text}`);

describe("a discriminator without mapping, whose branches list their values", () => {
  const base = { UserMessage: message("user"), SystemMessage: message("system") };

  it("has no change if only the component of a branch was renamed", () => {
    expect(changesOf(base, { Person: message("user"), SystemMessage: message("system") })).toEqual([]);
  });

  it("has a change if a branch lists another value", () => {
    const changes = changesOf(base, { UserMessage: message("human"), SystemMessage: message("system") });

    expect(changes.join("\n")).toContain("user");
    expect(changes.join("\n")).not.toContain('"UserMessage" is no longer');
    expect(changes.length).toBeGreaterThan(0);
  });
});
