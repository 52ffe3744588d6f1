import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import { changesBetween } from "../../test/support/compat/documents.ts";
import { probeDocuments } from "../../test/support/compat/probe.ts";

const text = { type: "string" };

/** Object schema with an enum of kinds, and a required property for the sound. */
function shape(kinds: readonly string[], sound: string, soundSchema: JsonObject = text): JsonObject {
  return { type: "object", required: ["kind", sound], properties: { kind: { enum: kinds }, [sound]: soundSchema } };
}

function breaking(
  of: "request" | "response",
  base: readonly JsonObject[],
  revision: readonly JsonObject[],
): readonly { message: string; witness: unknown }[] {
  const probe = { about: "", verdict: "", [of]: [{ oneOf: base }, { oneOf: revision }] as const };
  return changesBetween(...probeDocuments(probe))
    .filter(({ verdict }) => verdict === "breaking")
    .map(({ message, witness }) => ({ message, witness: witness?.request?.body ?? null }));
}

describe("a discriminator value that moves to another shape", () => {
  const base = [shape(["cat", "lion"], "purr"), shape(["dog"], "bark")];
  const revision = [shape(["cat"], "purr"), shape(["dog", "lion"], "bark")];

  it("is reported as a property that its responses lose, with the value", () => {
    expect(breaking("response", base, revision)).toEqual([
      { message: 'Property "purr" was removed, where "kind" is "lion"', witness: null },
    ]);
  });

  it("is reported with a request that the revision refuses", () => {
    expect(breaking("request", base, revision)).toEqual([
      {
        message: 'Property "bark" was added and is required, where "kind" is "lion"',
        witness: { kind: "lion", purr: expect.any(String) as string },
      },
      {
        message: 'Property "purr" was removed, where "kind" is "lion"',
        witness: { kind: "lion", purr: expect.any(String) as string },
      },
    ]);
  });

  it("is one change together with other values that lose the same property", () => {
    const sheep = shape(["sheep"], "bleat");
    const more = [shape(["cat", "lion", "lynx"], "purr"), shape(["dog"], "bark"), sheep];
    const fewer = [shape(["cat"], "purr"), shape(["dog", "lion"], "bark"), shape(["sheep", "lynx"], "bleat")];

    expect(breaking("response", more, fewer).map(({ message }) => message)).toEqual([
      'Property "purr" was removed, where "kind" is "lion" or "kind" is "lynx"',
    ]);
  });

  it("does not hide changes for the values that did not move", () => {
    const shorter = [shape(["cat"], "purr", { type: "string", maxLength: 2 }), shape(["dog", "lion"], "bark")];

    expect(breaking("request", base, shorter).map(({ message }) => message)).toContain(
      '"maxLength" 2 was added to property "purr", where "kind" is "cat"',
    );
  });

  it.each(["request", "response"] as const)("can be true or false, if the other side has a boolean: %s", (of) => {
    const tagged = (tag: JsonObject, rest: JsonObject) => ({
      type: "object",
      required: ["s"],
      properties: { s: tag, ...rest },
    });
    const split = [tagged({ const: true }, {}), tagged({ const: false }, { e: text })];
    const one = [tagged({ type: "boolean" }, { e: text })];

    expect(breaking(of, split, one)).toEqual([]);
    expect(breaking(of, one, split).map(({ message }) => message)).toEqual([
      'Property "e" was removed, where "s" is true',
    ]);
  });

  it("is reported separately from values that were added or removed", () => {
    const before = [shape(["cat", "lion"], "purr"), shape(["dog", "wolf"], "bark")];
    const after = [shape(["cat", "puma"], "purr"), shape(["wolf", "lion"], "bark")];
    const messages = breaking("request", before, after).map(({ message }) => message);

    expect(messages).toContain('Enum value "dog" was removed from property "kind"');
    expect(messages).toContain('Property "purr" was removed, where "kind" is "lion"');
    expect(messages.filter((message) => message.includes("puma"))).toEqual([]);
  });
});

describe("a property that values of several shapes share", () => {
  it("is not used as a discriminator", () => {
    const size = (sizes: readonly string[], sound: string): JsonObject => ({
      type: "object",
      required: ["size", sound],
      properties: { size: { enum: sizes }, [sound]: text },
    });

    const found = breaking(
      "request",
      [size(["s", "m"], "purr"), size(["m", "l"], "bark")],
      [size(["s"], "purr"), size(["m", "l"], "bark")],
    );

    expect(found).toEqual([
      {
        message: 'Enum value "m" was removed from property "size"',
        witness: { size: "m", purr: expect.any(String) as string },
      },
    ]);
  });
});

describe("a removed shape of a union with 40 shapes", () => {
  const kinds = Array.from({ length: 40 }, (_, index) => `k${index}`);

  it("is proved by a value of that shape", () => {
    const shapes = kinds.map((kind) => shape([kind], `is ${kind}`));

    expect(breaking("request", shapes, shapes.slice(0, -1))).toEqual([
      {
        message: 'The body can no longer have the shape "{ is k39, kind }"',
        witness: { kind: "k39", "is k39": expect.any(String) as string },
      },
    ]);
  });

  it("is proved by its constant", () => {
    const shapes = [{ type: "integer" }, ...kinds.map((kind) => ({ const: kind }))];

    expect(breaking("request", shapes, shapes.slice(0, -1))).toEqual([
      { message: 'Enum value "k39" was removed from the body', witness: "k39" },
    ]);
  });
});

describe("a schema with several types", () => {
  it("is compared type by type with the shapes of the revision", () => {
    const probe = {
      about: "",
      verdict: "",
      request: [{ type: ["integer", "string"] }, { anyOf: [{ type: "integer" }, { enum: ["a", "b"] }] }],
    } as const;

    expect(changesBetween(...probeDocuments(probe)).map(({ message }) => message)).toEqual([
      'The body can only be "a" or "b" now',
    ]);
  });
});
