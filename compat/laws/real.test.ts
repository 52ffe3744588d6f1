import { readFileSync } from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { realPairs } from "../../bench/compat/pairs.ts";
import { type JsonObject, loadContract } from "../../contracts/index.ts";
import { toOpenapi31 } from "../../test/support/compat/dialects.ts";
import { unprovedChanges, changeSummary } from "../../test/support/compat/documents.ts";
import { unevenRules, changesWithoutMirror, type BothDirections } from "../../test/support/compat/mirror-rules.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";

// Published documents. The corpus is not part of the repository, and takes too long for the unit tests.
const scratch = createScratch();
const ours = { base: "fixtures/changelog/base.yaml", revision: "fixtures/changelog/revision.yaml" };
const real = isLong ? realPairs(scratch.folder, () => undefined) : [];
const pairs = [{ name: "our fixture", ...ours }, ...real.map(({ name, concord }) => ({ name, ...concord }))];
const files = pairs
  .flatMap(({ name, base, revision }) => [
    { name: `base of ${name}`, file: base },
    { name: `revision of ${name}`, file: revision },
  ])
  .filter(({ file }) => !file.endsWith(".graphql"));
const isOld = ({ file }: { readonly file: string }): boolean =>
  /^ *"?openapi"?: *"?3\.0/m.test(readFileSync(file, "utf8"));

/** Changes between two files in both directions, without a search for proofs. */
async function told(base: string, revision: string): Promise<BothDirections> {
  const [one, other] = [await loadContract(base), await loadContract(revision)];
  return { there: unprovedChanges(one, other), back: unprovedChanges(other, one) };
}

async function alarms(base: string, revision: string): Promise<readonly string[]> {
  const { there, back } = await told(base, revision);
  return [...there, ...back].map(changeSummary);
}

/** A document in one file. Its references point to the first occurrence of the same content. */
async function bundled(file: string): Promise<JsonObject> {
  return (await SwaggerParser.bundle(file)) as unknown as JsonObject;
}

/** The text of a document. A document of several files is bundled. */
async function documentIn(file: string): Promise<JsonObject> {
  const text = readFileSync(file, "utf8");
  return isManyFiles(file) ? bundled(file) : (parse(text, { maxAliasCount: -1, uniqueKeys: false }) as JsonObject);
}

/** Changes that the other bundler causes: the mapping of a discriminator still names files that no longer exist. */
function isLost(file: string, line: string): boolean {
  return isManyFiles(file) && line.startsWith("discriminator-value-");
}

function isManyFiles(file: string): boolean {
  return file.includes("digitalocean");
}

describe("two published versions", () => {
  it.each(pairs)("have mirrored changes in the two directions: $name", async ({ base, revision }) => {
    const { there, back } = await told(base, revision);

    expect(there.length).toBeGreaterThan(0);
    expect(changesWithoutMirror({ there, back })).toEqual([]);
    expect(changesWithoutMirror({ there: back, back: there })).toEqual([]);
    expect(unevenRules({ there, back })).toEqual([]);
  });

  it("fail the check if one direction lacks a change", async () => {
    const { there, back } = await told(ours.base, ours.revision);
    const [planted, ...rest] = back;

    expect(unevenRules({ there, back: rest })).toEqual([expect.stringContaining(planted?.rule as string)]);
    expect(changesWithoutMirror({ there, back: rest }).length).toBeGreaterThan(0);
  });
});

describe("a published document", () => {
  it.each(files)("has no change in one file: $name", async ({ file }) => {
    const { document } = await loadContract(file);

    expect(await alarms(file, scratch.write({ "openapi.json": document }))).toEqual([]);
  });

  // That bundler refuses an unresolved reference, which a document of Cloudflare has.
  it.each(files.filter(({ name }) => !name.includes("cloudflare")))(
    "has no change if another tool bundles it: $name",
    async ({ file }) => {
      const found = await alarms(file, scratch.write({ "openapi.json": await bundled(file) }));

      expect(found.filter((line) => !isLost(file, line))).toEqual([]);
    },
  );

  it.each(files.filter(isOld))("has no change if it is upgraded from 3.0 to 3.1: $name", async ({ file }) => {
    const modern = toOpenapi31(await documentIn(file));
    const found = await alarms(file, scratch.write({ "openapi.json": modern }));

    expect(found.filter((line) => !isLost(file, line))).toEqual([]);
  });

  it("fails the check with a planted difference", async () => {
    const text = JSON.stringify(await bundled(ours.base));
    const planted = JSON.parse(text.replaceAll('"integer"', '"string"')) as JsonObject;

    expect(await alarms(ours.base, scratch.write({ "openapi.json": planted }))).not.toEqual([]);
    expect(await alarms(ours.base, scratch.write({ "openapi.json": toOpenapi31(planted) }))).not.toEqual([]);
  });
});
