import type { OutputChunk } from "rolldown";
import { describe, expect, it } from "vitest";
import { mergedChunkNames } from "./merged-chunks.ts";

/** A chunk with one module of the same name. The facade of an entry point is that module. */
function chunk(name: string, imports: readonly string[], isEntry = false): OutputChunk {
  return {
    fileName: name,
    moduleIds: [name],
    imports,
    facadeModuleId: isEntry ? name : null,
  } as unknown as OutputChunk;
}

const chunks = [
  chunk("compare", ["rules", "text"], true),
  chunk("serve", ["state", "text"], true),
  chunk("print", ["pages"], true),
  chunk("rules", ["schema", "text"]),
  chunk("schema", ["text"]),
  chunk("state", ["text"]),
  chunk("text", []),
  chunk("pages", []),
];

describe("mergedChunkNames()", () => {
  const nameOf = mergedChunkNames(chunks, { compare: ["compare"], serve: ["serve"] });

  it("gives modules that the same starts use one name", () => {
    expect(["rules", "schema", "state", "text"].map(nameOf)).toEqual([
      "for-compare",
      "for-compare",
      "for-serve",
      "for-compare-serve",
    ]);
  });

  it("gives no name to entry points, and to modules that no start uses", () => {
    expect(["compare", "print", "pages", "unknown"].map(nameOf)).toEqual([null, null, null, null]);
  });
});
