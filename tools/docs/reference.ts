import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../test/support/imports.ts";
import { policySchema } from "../../compat/policy-file/policy-schema.ts";
import { commandPages } from "./commands.ts";
import { compatRulesPage } from "./compat-rules.ts";
import { checksPage, propertiesPage } from "./conformance.ts";
import { controlApiPage } from "./control-api.ts";
import { errorCodesPage } from "./error-codes.ts";
import { faultsPage } from "./faults.ts";
import { foundPage } from "./found.ts";
import { mutantsPage } from "./mutants.ts";
import { lintRulesPage } from "./lint-rules.ts";
import type { Page } from "./markdown.ts";
import { policyPage, policySchemaFile } from "./policy.ts";
import { publicApiPages } from "./public-api.ts";
import { reportSchemaPages } from "./report-schemas.ts";

const docs = join(root, "docs");

/** All generated pages. */
export async function referencePages(): Promise<readonly Page[]> {
  return [
    ...(await commandPages()),
    compatRulesPage(),
    policyPage(),
    checksPage(),
    propertiesPage(),
    lintRulesPage(),
    faultsPage(),
    foundPage(),
    mutantsPage(),
    errorCodesPage(),
    await controlApiPage(),
    ...reportSchemaPages(),
    ...publicApiPages(),
  ];
}

/** Existing pages of docs/reference, by path below docs/. */
export function writtenPages(): ReadonlyMap<string, string> {
  const files = readdirSync(join(docs, "reference"), { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((name) => name.endsWith(".md"))
      .map((name) => `reference/${name.replaceAll("\\", "/")}`)
      .map((path) => [path, readFileSync(join(docs, path), "utf8")]),
  );
}

/** Differences between existing and generated pages. */
export function staleness(written: ReadonlyMap<string, string>, pages: readonly Page[]): readonly string[] {
  const generated = new Map(pages.map(({ path, text }) => [path, text]));
  return [
    ...[...generated].flatMap(([path, text]) => {
      if (written.get(path) === text) return [];
      return [`docs/${path} is ${written.has(path) ? "stale" : "missing"}`];
    }),
    ...[...written.keys()]
      .filter((path) => !generated.has(path))
      .map((path) => `docs/${path} is not generated any more`),
  ];
}

if (import.meta.main) {
  const pages = await referencePages();
  rmSync(join(docs, "reference"), { recursive: true, force: true });
  for (const { path, text } of pages) {
    mkdirSync(dirname(join(docs, path)), { recursive: true });
    writeFileSync(join(docs, path), text);
  }
  writeFileSync(join(root, policySchemaFile), `${JSON.stringify(policySchema(), null, 1)}\n`);
  process.stderr.write(`Wrote ${pages.length} pages to docs/reference\n`);
}
