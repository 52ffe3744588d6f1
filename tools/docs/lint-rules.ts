import { lintRules } from "../../contracts/index.ts";
import { type Page, code, page, table } from "./markdown.ts";

export function lintRulesPage(): Page {
  return page("reference/lint-rules.md", "Lint rules", [
    "`concord contracts lint FILE` reports problems in a document: errors of an OpenAPI validator (`invalid-document`), problems found while the document is loaded, and those of the rules below.",
    table(
      ["rule", "requirement"],
      lintRules.map(({ id, claim }) => [code(id), claim]),
    ),
  ]);
}
