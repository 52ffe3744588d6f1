import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { graphqlRules } from "../graphql/rules.ts";
import type { AnyRule } from "../rules/support/rule.ts";
import { rules } from "../rules/index.ts";
import { printableText } from "../model/wording.ts";
import { type CompatProfile, clauseOf } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { changeFacts, changeLine, checkoutPath } from "./change-facts.ts";
import { faultId } from "./fault-id.ts";
import { type Level, type RenderOptions, levelOf, toShownReport } from "./shown-report.ts";

/** Most results in a file that GitHub accepts. */
const MOST_RESULTS = 25_000;

const sarifLevels: Readonly<Record<Level, string>> = {
  blocking: "error",
  breaking: "note",
  dangerous: "warning",
  "non-breaking": "note",
};

/** Renders SARIF 2.1.0 for code scanning. Only blocking changes are errors. */
export function renderSarif(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, changes, faults, notes } = toShownReport(report, only);
  const descriptors = [
    ...[...rules, ...graphqlRules].map((rule) => ruleDescriptor(rule, profile)),
    ...faultRules(faults),
    ...noteRules(notes, faults),
  ];
  const index = new Map(descriptors.map(({ id }, at) => [id, at]));
  const results = [
    ...faults.map(faultResult),
    ...changes.map((change) => changeResult(change, profile)),
    ...notes.map(noteResult),
  ].map((result) => ({
    ...result,
    ...(index.has(result.ruleId) && { ruleIndex: index.get(result.ruleId) }),
  }));
  const omitted = Math.max(0, results.length - MOST_RESULTS);
  const run = {
    tool: { driver: { name: "concord compat", rules: descriptors } },
    columnKind: "utf16CodeUnits",
    properties: { profile: profile.name },
    results: results.slice(0, MOST_RESULTS),
    ...(omitted > 0 && {
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: [{ level: "note", message: { text: `${omitted} more results are left out` } }],
        },
      ],
    }),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleDescriptor(
  { id, why, verdict, principle }: Pick<AnyRule, "id" | "why" | "verdict" | "principle">,
  profile: CompatProfile,
) {
  const section = clauseOf(profile, principleCriterion(principle));
  return reportingDescriptor(id, why, section, verdict === "breaking" ? "error" : sarifLevels[verdict]);
}

/** Descriptors of the faults in the report, because faults have no catalogue. */
function faultRules(faults: readonly Fault[]) {
  return [...new Map(faults.map((fault) => [fault.code, fault])).values()].map(({ code, section }) =>
    reportingDescriptor(code, "A document or a file of the policy violates the policy, or is stale.", section, "error"),
  );
}

/** Descriptors of the notes in the report, without codes that a fault has as well. */
function noteRules(notes: readonly Note[], faults: readonly Fault[]) {
  const known = new Set(faults.map(({ code }) => code));
  const codes = [...new Set(notes.map(({ code }) => code))].filter((code) => !known.has(code));
  return codes.map((id) => ({
    id,
    shortDescription: { text: id.replaceAll("-", " ") },
    fullDescription: { text: "Interpretation of a document that can be read in several ways." },
    defaultConfiguration: { level: "note" },
  }));
}

function reportingDescriptor(id: string, why: string, section: string | undefined, level: string) {
  return {
    id,
    shortDescription: { text: id.replaceAll("-", " ") },
    fullDescription: { text: why },
    help: { text: section === undefined ? why : `${why} Section ${section} of the compatibility policy decides.` },
    defaultConfiguration: { level },
    properties: { ...(section !== undefined && { section }) },
  };
}

function changeResult(change: Change, profile: CompatProfile) {
  const { id, rule, cause, oasdiff, section, verdict, basis, waived, base, revision } = change;
  return {
    ruleId: rule,
    level: sarifLevels[levelOf(change)],
    message: {
      text: withoutLinks(
        [
          changeLine(change),
          ...changeFacts(change, profile).map(([label, text]) => `${label}: ${text}`),
          change.why,
        ].join("\n"),
      ),
    },
    // A removed part is shown at its enclosing part in the revision, because lines of the base are not in the checkout.
    locations: [
      { ...physicalLocation(revision ?? base), logicalLocations: [{ fullyQualifiedName: logicalName(change) }] },
    ],
    ...(revision &&
      base && { relatedLocations: [{ id: 1, ...physicalLocation(base), message: { text: "In the base" } }] }),
    partialFingerprints: { "concordChange/v1": id },
    ...(waived && {
      suppressions: [
        {
          kind: "external",
          status: "accepted",
          justification: `Waived for ${waived.reason} by ${waived.by} until ${waived.expires}${waived.note === undefined ? "" : `: ${printableText(waived.note)}`}`,
        },
      ],
    }),
    properties: {
      verdict,
      ...(section !== undefined && { section }),
      basis,
      ...(cause && { cause }),
      ...(oasdiff !== undefined && { oasdiff }),
    },
  };
}

function faultResult(fault: Fault) {
  const { code, section, message, at } = fault;
  return {
    ruleId: code,
    level: "error",
    message: { text: withoutLinks(printableText(message)) },
    ...(at && { locations: [physicalLocation(at)] }),
    partialFingerprints: { "concordFault/v1": faultId(fault) },
    properties: { ...(section !== undefined && { section }) },
  };
}

function noteResult(note: Note) {
  const { code, verdict, message, at } = note;
  return {
    ruleId: code,
    level: sarifLevels[verdict],
    message: { text: withoutLinks(printableText(message)) },
    ...(at && { locations: [physicalLocation(at)] }),
    partialFingerprints: { "concordFault/v1": faultId(note) },
  };
}

function physicalLocation(at: Location | null) {
  return (
    at && {
      physicalLocation: { artifactLocation: { uri: fileUri(checkoutPath(at.file)) }, region: { startLine: at.line } },
    }
  );
}

function logicalName({ api, operation, path }: Change): string {
  return printableText([api, operation, path].filter((part) => part !== "").join(" "));
}

/** Disables links in a SARIF message, [text](target), because text from a document must not contain any. */
function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

/** URI of a file. Relative names stay relative to the checkout. */
function fileUri(file: string): string {
  if (URL.canParse(file) && /^https?:/.test(file)) return file;
  return isAbsolute(file) ? pathToFileURL(file).href : file.split("/").map(encodeURIComponent).join("/");
}
