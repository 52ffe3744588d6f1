import { lintRules } from "../../contracts/index.ts";
import { type Page, code, page, table } from "./markdown.ts";

export function lintRulesPage(): Page {
  const rows = (of: "every" | "marked"): string =>
    table(
      ["rule", "requirement"],
      lintRules.filter((rule) => rule.of === of).map(({ id, claim }) => [code(id), claim]),
    );
  return page("reference/lint-rules.md", "Lint rules", [
    "`concord contracts lint FILE` reports problems in a document: errors of an OpenAPI validator (`invalid-document`), problems found while the document is loaded, and those of the rules below.",
    "## For every document",
    rows("every"),
    "## For documents with markers",
    "These rules apply only to documents that use `x-spec` or `x-assumed`, such as the bundled ones.",
    rows("marked"),
  ]);
}
