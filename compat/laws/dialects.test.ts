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
  // Each after some edits as well: what else may stand there.
  ...Array.from({ length: isLong ? 4 : 1 }, (_, turn) => ({
    name: `${name} edited ${turn}`,
    document: applyRewritings(
      document,
      edits,
      Array.from({ length: 6 }, (__, step) => [turn * 97 + step * 31, turn]),
    ).document,
  })),
]);
const sayable = documents.flatMap(({ name, document }) => {
  const old = toOpenapi30(document);
  return old ? [{ name, document, old }] : [];
});

/** What is reported between two ways to write a document, both ways. */
async function alarms(document: JsonObject, files: Readonly<Record<string, JsonObject | string>>): Promise<string[]> {
  const one = await loadContract(scratch.write({ "openapi.json": document }));
  const other = await loadContract(scratch.write(files));
  return [...checkCompat([one], [other]).changes, ...checkCompat([other], [one]).changes].map(changeSummary);
}

describe("a document in another dialect", () => {
  it.each(sayable)("has no change: $name", async ({ document, old }) => {
    expect(await alarms(document, { "openapi.json": old })).toEqual([]);
  });

  it.each(sayable)("and back again has no change: $name", async ({ old }) => {
    expect(await alarms(old, { "openapi.json": toOpenapi31(old) })).toEqual([]);
  });

  it("is told from one that was not: a planted difference is caught", async () => {
    const { document, old } = sayable.find(({ name }) => name === "metering") as (typeof sayable)[number];
    const planted = JSON.parse(JSON.stringify(old).replaceAll('"nullable":true', '"nullable":false')) as JsonObject;

    expect((await alarms(document, { "openapi.json": planted })).join()).toContain("null-removed");
  });

  it("is tried of much of the platform", () => {
    const isEdited = ({ name }: { readonly name: string }): boolean => name.includes(" edited ");
    const count = (all: readonly { readonly name: string }[]): number => all.filter((one) => !isEdited(one)).length;

    expect(count(sayable)).toBeGreaterThan(count(documents) / 3);
  });
});

describe("a document in other files", () => {
  it.each(documents)("has no change: $name", async ({ document }) => {
    expect(await alarms(document, splitIntoFiles(document))).toEqual([]);
  });

  it.each(documents)("has no change as YAML: $name", async ({ document }) => {
    expect(await alarms(document, { "openapi.yaml": stringify(document, { aliasDuplicateObjects: false }) })).toEqual(
      [],
    );
  });
});
