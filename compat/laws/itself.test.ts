import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { realPairs } from "../../bench/compat/pairs.ts";
import { type ToolError, loadContracts } from "../../contracts/index.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { changeSummary } from "../../test/support/compat/documents.ts";
import { checkCompat } from "../index.ts";

const root = new URL("../../", import.meta.url);
const shared = new URL("../shared/corpus/compat/", root);
const cases = new URL("cases/", shared);

const platform = readdirSync(new URL("contracts/apis/", root)).map((api) => `contracts/apis/${api}/openapi.yaml`);
const fixtures = [
  ...readdirSync(new URL("fixtures/documents/", root)).map((name) => `fixtures/documents/${name}`),
  ...readdirSync(new URL("fixtures/compat/laws/", root)).map((name) => `fixtures/compat/laws/${name}`),
  "fixtures/changelog/base.yaml",
  "fixtures/changelog/revision.yaml",
];
const real = isLong ? realPairs(createScratch().folder, () => undefined) : [];
const corpus = isLong && existsSync(cases) ? readdirSync(cases) : [];

/** Changes between two copies of one document. */
async function unexpectedChanges(file: string): Promise<readonly string[]> {
  const [base, revision] = [await loadContracts([file]), await loadContracts([file])];
  if (base.some((contract) => revision.includes(contract))) return ["One object stands on both sides"];
  return checkCompat(base, revision).changes.map(changeSummary);
}

describe("a document against itself", () => {
  it.each([...platform, ...fixtures])("has no change: %s", async (file) => {
    expect(await unexpectedChanges(file)).toEqual([]);
  });

  it.each(corpus)("has no change: %s of the corpus", async (name) => {
    for (const side of ["base", "revision"]) {
      const file = new URL(`${name}/${side}.yaml`, cases);
      expect(await unexpectedChanges(file.pathname).catch(refusal)).toEqual([]);
    }
  });

  it.each(real)("has no change, as it is published: $name", async ({ concord: { base, revision } }) => {
    expect(await unexpectedChanges(base)).toEqual([]);
    expect(await unexpectedChanges(revision)).toEqual([]);
  });
});

/** A refused document has no changes. An error without a code is unexpected, and is returned. */
function refusal({ code }: ToolError): readonly string[] {
  return typeof code === "string" ? [] : ["No error of ours"];
}
