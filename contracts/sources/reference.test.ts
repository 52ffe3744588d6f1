import { describe, expect, it } from "vitest";
import { fileOf, splitReference } from "./reference.ts";

describe("fileOf()", () => {
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
  ])("leads from a file by %s", (reference, file) => {
    expect(fileOf(reference, "/docs/api/a.yaml")).toBe(file);
  });

  it("leads on from folders with characters that URLs escape", () => {
    expect(fileOf("b.yaml", "/docs/C# 100%?/a.yaml")).toBe("/docs/C# 100%?/b.yaml");
  });

  it.each([
    "https://example.org/b.yaml",
    "HTTP://example.org/b",
    "//example.org/b.yaml",
    "file://host/b.yaml",
    "data:,x",
  ])("leads nowhere by %s", (reference) => {
    expect(fileOf(reference, "/docs/api/a.yaml")).toBeUndefined();
  });
});

describe("splitReference()", () => {
  it("splits at the first #", () => {
    expect(splitReference("a.yaml#/b#c")).toEqual({ path: "a.yaml", fragment: "/b#c" });
    expect(splitReference("#/b")).toEqual({ path: "", fragment: "/b" });
    expect(splitReference("a.yaml")).toEqual({ path: "a.yaml", fragment: "" });
  });
});
