import { printableText } from "../../contracts/index.ts";
import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { groupCases, groupLines } from "./case-groups.ts";
import type { Case, Judgement } from "./judgement.ts";

/** Most results in a file that GitHub accepts. */
const MOST_RESULTS = 25_000;

/** Renders SARIF 2.1.0 for code scanning: a result for each failure, at its operation in the contract. */
export function renderSarif({ cases, title, claims = {}, leftovers = [] }: Judgement): string {
  const shown = cases.filter(({ outcome }) => outcome === "failed" || outcome === "warned").slice(0, MOST_RESULTS);
  const ids = [...new Set(shown.map(ruleOf))];
  const run = {
    tool: {
      driver: {
        name: title,
        rules: ids.map((id) => ({
          id,
          shortDescription: {
            text: Object.hasOwn(claims, id) ? printableText(claims[id] as string) : id.replaceAll("-", " "),
          },
        })),
      },
    },
    ...(leftovers.length > 0 && { invocations: [invocationWith(leftovers)] }),
    columnKind: "utf16CodeUnits",
    results: shown.map((each) => ({
      ruleId: ruleOf(each),
      ruleIndex: ids.indexOf(ruleOf(each)),
      level: each.outcome === "failed" ? "error" : "note",
      message: { text: textOf(each) },
      ...(each.at && {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: fileUri(each.at.file) },
              region: { startLine: each.at.line },
            },
          },
        ],
      }),
      ...(each.accepted !== undefined && { suppressions: [{ kind: "external", justification: each.accepted }] }),
      partialFingerprints: { "concordFinding/v1": printableText(`${each.suite} ${each.name}`) },
    })),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function invocationWith(leftovers: readonly string[]): object {
  const notifications = leftovers.map((each) => ({
    level: "note",
    message: { text: foreignText(printableText(each)) },
  }));
  return { executionSuccessful: true, toolExecutionNotifications: notifications };
}

function ruleOf({ spot, name }: Case): string {
  return spot?.check ?? printableText(name);
}

/** Foreign text without links, [text](target). */
function foreignText(text: string): string {
  return text.replaceAll("](", "] (");
}

function textOf(each: Case): string {
  const { cause: _cause, headline: _headline, ...single } = each;
  const lines = groupCases([single]).flatMap((group) => [group.headline, ...groupLines(group)]);
  return foreignText(lines.join("\n"));
}

/** URI of a file. Relative names stay relative to the checkout. */
function fileUri(file: string): string {
  return isAbsolute(file) ? pathToFileURL(file).href : file.split("/").map(encodeURIComponent).join("/");
}
