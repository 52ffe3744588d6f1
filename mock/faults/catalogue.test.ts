import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultCatalogue } from "./catalogue.ts";

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .filter((file) => /= (?:call|delivery|content)Fault\(/.test(readFileSync(join(import.meta.dirname, file), "utf8")))
  .map((file) => basename(file, ".ts"));

describe("faultCatalogue", () => {
  it("has one file for each fault, named after its id", () => {
    expect(responseProblems(faultCatalogue.map(({ id }) => id))).toEqual([]);
  });

  it("has options that its command-line forms name, and valid default values", () => {
    for (const { options, argument, forms, id } of faultCatalogue) {
      expect(argument === undefined || argument in options).toBe(true);
      expect(forms.every((form) => form.startsWith(id))).toBe(true);
      for (const { presence, default: ifMissing, accepts } of Object.values(options))
        expect(presence === "default" ? accepts(ifMissing) : ifMissing === undefined).toBe(true);
    }
  });

  it.each([
    ["a fault without a file", [...files, "rain"], "rain has no file"],
    ["a file without a fault", files.slice(1), `${files[0]} is not in the catalogue`],
    ["a fault that is listed twice", [...files, ...files.slice(0, 1)], `${files[0]} is listed twice`],
  ])("catches %s", (_, ids, misfit) => {
    expect(responseProblems(ids)).toEqual([misfit]);
  });
});

function responseProblems(ids: readonly string[]): string[] {
  return [
    ...ids.filter((id) => !files.includes(id)).map((id) => `${id} has no file`),
    ...files.filter((file) => !ids.includes(file)).map((file) => `${file} is not in the catalogue`),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} is listed twice`),
  ];
}
