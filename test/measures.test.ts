import { describe, expect, it } from "vitest";
import { measureFile } from "./support/measures.ts";

describe("measureFile()", () => {
  it.each([
    ["const a = b ? 1 : 2;", { ternaries: 1, conditionalSpreads: 0, functions: [] }],
    ["const a = { ...(b && { c: 1 }) };", { conditionalSpreads: 1 }],
    ["const a = { ...(b ? { c: 1 } : {}) };", { ternaries: 1, conditionalSpreads: 1 }],
    ["const a = { ...b, ...c() };", { ternaries: 0, conditionalSpreads: 0 }],
    ["function a(): void {\n  return;\n}", { functions: [{ file: "a.ts", name: "a", lines: 3 }] }],
    ["const a = (): number =>\n  1;", { functions: [{ file: "a.ts", name: "a", lines: 2 }] }],
    ["list.map((each) => each);", { functions: [] }],
    ["type A = B extends C ? 1 : 2;", { ternaries: 0 }],
  ])("of %j is %j", (text, expected) => {
    expect(measureFile("a.ts", text)).toMatchObject(expected);
  });
});
