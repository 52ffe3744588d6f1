import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { measuredDocuments } from "./documents.ts";

describe("measuredDocuments", () => {
  const own = measuredDocuments.filter(({ kind }) => kind === "flat" || kind === "ordinary");

  it.each(own.map(({ name, file }) => ({ name, file })))("has a valid document, $name", async ({ file }) => {
    expect((await loadContract(file)).problems).toEqual([]);
  });
});
