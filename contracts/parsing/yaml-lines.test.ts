import { describe, expect, it } from "vitest";
import { createYamlLineFinder } from "./yaml-lines.ts";

describe("createYamlLineFinder()", () => {
  const lineOf = createYamlLineFinder(`# A comment at the start.
openapi: 3.1.0
paths:
  /pets/{id}: # with a comment
    get: { tags: [a,
      b], "x y": 1 }
    responses:
      200: &fine
        description: >-
          More than
          one line
      "404": *fine
`);

  it.each<[string, readonly string[], number]>([
    ["the document", [], 2],
    ["a key", ["paths"], 3],
    ["a key with slashes and braces", ["paths", "/pets/{id}"], 4],
    ["a key in braces", ["paths", "/pets/{id}", "get", "x y"], 6],
    ["an item in brackets", ["paths", "/pets/{id}", "get", "tags", "1"], 6],
    ["a key that is a number", ["paths", "/pets/{id}", "responses", "200"], 8],
    ["a key after a text of several lines", ["paths", "/pets/{id}", "responses", "404"], 12],
    ["the alias, for a key of its target", ["paths", "/pets/{id}", "responses", "404", "description"], 12],
    ["the nearest parent, for a missing key", ["paths", "/pets/{id}", "put", "tags"], 4],
  ])("returns the line of %s", (_, tokens, line) => {
    expect(lineOf(tokens)).toBe(line);
  });

  it("returns line 1 for text that is not YAML", () => {
    expect(createYamlLineFinder("a: [\nb: {")(["a"])).toBe(1);
    expect(createYamlLineFinder("")(["a"])).toBe(1);
  });
});
