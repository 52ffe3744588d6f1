import { describe, expect, it } from "vitest";
import { anonymous, segmentsOf } from "./template.ts";

describe("segmentsOf()", () => {
  it("tells literals, parameters, and parameters beside text", () => {
    expect(segmentsOf("/v1/{slug}/{id}:restore/a{b}.{c}")).toEqual([
      { kind: "literal", text: "v1" },
      { kind: "parameter", name: "slug" },
      { kind: "mixed", names: ["id"], pattern: /^(.+):restore$/, weight: 8 },
      { kind: "mixed", names: ["b", "c"], pattern: /^a(.+)\.(.+)$/, weight: 2 },
    ]);
  });

  it("takes every character of a literal for itself", () => {
    expect(segmentsOf("/.well-known/{a}.*(b)")).toMatchObject([
      { kind: "literal", text: ".well-known" },
      { kind: "mixed", pattern: /^(.+)\.\*\(b\)$/ },
    ]);
  });

  it("takes a slash at the end for an empty segment", () => {
    expect(segmentsOf("/a/")).toEqual([
      { kind: "literal", text: "a" },
      { kind: "literal", text: "" },
    ]);
    expect(segmentsOf("/")).toEqual([{ kind: "literal", text: "" }]);
  });
});

describe("anonymous()", () => {
  it("makes templates equal that match the same paths", () => {
    expect(anonymous("/a/{id}:go/{x}")).toBe(anonymous("/a/{key}:go/{y}"));
    expect(anonymous("/a/{id}")).not.toBe(anonymous("/a/{id}:go"));
  });
});
