import { describe, expect, it } from "vitest";
import { resolveFile, splitReference } from "./reference.ts";

describe("resolveFile()", () => {
  it.each([
    ["b.yaml", "/docs/api/b.yaml"],
    ["./sub/b.yaml", "/docs/api/sub/b.yaml"],
    ["../b.yaml", "/docs/b.yaml"],
    ["b c.yaml", "/docs/api/b c.yaml"],
    ["b%20c.yaml", "/docs/api/b c.yaml"],
    ["100%.yaml", "/docs/api/100%.yaml"],
    ["b%23c.yaml", "/docs/api/b#c.yaml"],
    ["sub\\b.yaml", "/docs/api/sub/b.yaml"],
    ["/else/b.yaml", "/else/b.yaml"],
    ["file:///else/b.yaml", "/else/b.yaml"],
  ])("resolves %s", (reference, file) => {
    expect(resolveFile(reference, "/docs/api/a.yaml")).toBe(file);
  });

  it("supports folder names with characters that URLs escape", () => {
    expect(resolveFile("b.yaml", "/docs/C# 100%?/a.yaml")).toBe("/docs/C# 100%?/b.yaml");
  });

  it.each([
    "https://example.org/b.yaml",
    "HTTP://example.org/b",
    "//example.org/b.yaml",
    "file://host/b.yaml",
    "data:,x",
  ])("returns undefined for %s", (reference) => {
    expect(resolveFile(reference, "/docs/api/a.yaml")).toBeUndefined();
  });
});

describe("splitReference()", () => {
  it("splits at the first #", () => {
    expect(splitReference("a.yaml#/b#c")).toEqual({ path: "a.yaml", fragment: "/b#c" });
    expect(splitReference("#/b")).toEqual({ path: "", fragment: "/b" });
    expect(splitReference("a.yaml")).toEqual({ path: "a.yaml", fragment: "" });
  });
});
