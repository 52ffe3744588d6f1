import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { type JsonObject, loadContract } from "../../contracts/index.ts";
import { splitIntoFiles, toOpenapi31, toOpenapi30 } from "../../test/support/compat/dialects.ts";
import { lawDocuments, changeSummary, applyRewritings } from "../../test/support/compat/documents.ts";
import { edits } from "../../test/support/compat/edits/index.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { checkCompat } from "../index.ts";

const scratch = createScratch();
const documents = (await lawDocuments()).flatMap(({ name, document }) => [
  { name, document },
  // Each document also with random edits, for more keywords.
  ...Array.from({ length: isLong ? 4 : 1 }, (_, turn) => ({
    name: `${name} edited ${turn}`,
    document: applyRewritings(
      document,
      edits,
      Array.from({ length: 6 }, (__, step) => [turn * 97 + step * 31, turn]),
    ).document,
  })),
]);
const convertible = documents.flatMap(({ name, document }) => {
  const old = toOpenapi30(document);
  return old ? [{ name, document, old }] : [];
});

/** Changes between two notations of a document, in both directions. */
async function unexpectedChanges(
  document: JsonObject,
  files: Readonly<Record<string, JsonObject | string>>,
): Promise<string[]> {
  const one = await loadContract(scratch.write({ "openapi.json": document }));
  const other = await loadContract(scratch.write(files));
  return [...checkCompat([one], [other]).changes, ...checkCompat([other], [one]).changes].map(changeSummary);
}

describe("a document in another dialect", () => {
  it.each(convertible)("has no change: $name", async ({ document, old }) => {
    expect(await unexpectedChanges(document, { "openapi.json": old })).toEqual([]);
  });

  it.each(convertible)("has no change after conversion back: $name", async ({ old }) => {
    expect(await unexpectedChanges(old, { "openapi.json": toOpenapi31(old) })).toEqual([]);
  });

  it("fails the check with a planted difference", async () => {
    const { document, old } = convertible.find(({ name }) => name === "metering") as (typeof convertible)[number];
    const planted = JSON.parse(JSON.stringify(old).replaceAll('"nullable":true', '"nullable":false')) as JsonObject;

    expect((await unexpectedChanges(document, { "openapi.json": planted })).join()).toContain("null-removed");
  });

  it("exists for most documents of the platform", () => {
    const isEdited = ({ name }: { readonly name: string }): boolean => name.includes(" edited ");
    const count = (all: readonly { readonly name: string }[]): number => all.filter((one) => !isEdited(one)).length;

    expect(count(convertible)).toBeGreaterThan(count(documents) / 3);
  });
});

describe("a document that is split into files", () => {
  it.each(documents)("has no change: $name", async ({ document }) => {
    expect(await unexpectedChanges(document, splitIntoFiles(document))).toEqual([]);
  });

  it.each(documents)("has no change as YAML: $name", async ({ document }) => {
    expect(
      await unexpectedChanges(document, { "openapi.yaml": stringify(document, { aliasDuplicateObjects: false }) }),
    ).toEqual([]);
  });
});
