import type { Origins } from "../model/contract.ts";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { locateSource, findOrigin, locateInFile } from "./origins.ts";

const scratch = createScratch();

describe("findOrigin()", () => {
  const origins: Origins = {
    file: "/main.yaml",
    parts: {
      "/components/schemas/Pet": { file: "/pet.yaml", pointer: "/Pet" },
      "/components/schemas/Pet/anyOf/0": { file: "/pet.yaml", pointer: "/Pet" },
      "/components/schemas/Whole": { file: "/whole.yaml", pointer: "" },
      "/components/schemas/Later/examples/0": { file: "/overlay.yaml", pointer: "/1/update" },
    },
    examples: ["/components/schemas/Pet/anyOf/0", "/components/schemas/Later"],
  };

  it.each([
    ["", "/main.yaml", ""],
    ["/paths/~1pets", "/main.yaml", "/paths/~1pets"],
    ["/components/schemas/Pet", "/pet.yaml", "/Pet"],
    ["/components/schemas/Pet/type", "/pet.yaml", "/Pet/type"],
    ["/components/schemas/Pet/anyOf/0/type", "/pet.yaml", "/Pet/type"],
    ["/components/schemas/Petunia", "/main.yaml", "/components/schemas/Petunia"],
    ["/components/schemas/Whole/type", "/whole.yaml", "/type"],
    ["/components/schemas/Pet/anyOf/0/examples/0/name", "/pet.yaml", "/Pet/example/name"],
    ["/components/schemas/Whole/examples/0", "/whole.yaml", "/examples/0"],
    ["/components/schemas/Later/examples/0", "/overlay.yaml", "/1/update"],
  ])("returns for %j the file %s", (pointer, file, sourcePointer) => {
    expect(findOrigin(origins, pointer)).toEqual({ file, pointer: sourcePointer });
  });
});

describe("locateSource()", () => {
  it("returns file, line and pointer as plain data", () => {
    const file = scratch.write({ "a.yaml": "x:\n  y: 1\n" });
    const at = locateSource({ file, parts: {} }, "/x/y");

    expect(JSON.parse(JSON.stringify(at))).toEqual({ file, pointer: "/x/y", line: 2 });
  });

  it("returns a relative path for files in the working directory", () => {
    const file = `${process.cwd()}/fixtures/a.yaml`;

    expect(locateSource({ file, parts: {} }, "").file).toBe("fixtures/a.yaml");
  });
});

describe("locateInFile()", () => {
  it("finds the line on first access, not before", () => {
    const file = `${scratch.folder}/written-later.yaml`;
    const at = locateInFile({ file, parts: {} }, file, "/b");

    expect(basename(scratch.write({ "../written-later.yaml": "a: 1\nb: 2\n" }))).toBe("written-later.yaml");
    expect(at.line).toBe(2);
  });

  it("returns line 1 for a file that does not exist", () => {
    const file = `${scratch.folder}/gone.yaml`;

    expect(locateInFile({ file, parts: {} }, file, "/b").line).toBe(1);
  });

  it("detects JSON and YAML by content, not by file name", () => {
    const json = scratch.write({ "a.yaml": '{"a": {\n"a": 1}}' });
    const yaml = scratch.write({ "a.json": '{"a": {\n"a": 1,}} # not JSON' });

    expect(locateInFile({ file: json, parts: {} }, json, "/a/a").line).toBe(2);
    expect(locateInFile({ file: yaml, parts: {} }, yaml, "/a/a").line).toBe(2);
  });
});
