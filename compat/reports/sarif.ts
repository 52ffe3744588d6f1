import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { graphqlRules } from "../graphql/rules.ts";
import type { AnyRule } from "../rules/support/rule.ts";
import { rules } from "../rules/index.ts";
import { plain } from "../model/wording.ts";
import { type CompatProfile, clauseOf } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { factsOf, lineOf, pathOf } from "./facts.ts";
import { faultId } from "./fault-id.ts";
import { type Level, type RenderOptions, levelOf, shownOf } from "./shown.ts";

/** GitHub refuses a file with more results. */
const MOST = 25_000;

const sarifLevels: Readonly<Record<Level, string>> = {
  blocking: "error",
  breaking: "note",
  dangerous: "warning",
  "non-breaking": "note",
};

/** The report as SARIF 2.1.0, for code scanning: an error is only what blocks. */
export function renderSarif(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, changes, faults, notes } = shownOf(report, only);
  const descriptors = [
    ...[...rules, ...graphqlRules].map((rule) => ofRule(rule, profile)),
    ...faultRules(faults),
    ...noteRules(notes, faults),
  ];
  const index = new Map(descriptors.map(({ id }, at) => [id, at]));
  const results = [
    ...faults.map(ofFault),
    ...changes.map((change) => ofChange(change, profile)),
    ...notes.map(ofNote),
  ].map((result) => ({
    ...result,
    ...(index.has(result.ruleId) && { ruleIndex: index.get(result.ruleId) }),
  }));
  const omitted = Math.max(0, results.length - MOST);
  const run = {
    tool: { driver: { name: "concord compat", rules: descriptors } },
    columnKind: "utf16CodeUnits",
    properties: { profile: profile.name },
    results: results.slice(0, MOST),
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

function ofRule(
  { id, why, verdict, principle }: Pick<AnyRule, "id" | "why" | "verdict" | "principle">,
  profile: CompatProfile,
) {
  const section = clauseOf(profile, principleCriterion(principle));
  return descriptorOf(id, why, section, verdict === "breaking" ? "error" : sarifLevels[verdict]);
}

/** Faults have no catalogue: those that there are, each once. */
function faultRules(faults: readonly Fault[]) {
  return [...new Map(faults.map((fault) => [fault.code, fault])).values()].map(({ code, section }) =>
    descriptorOf(code, "What a document or the policy's files say is against the policy, or stale.", section, "error"),
  );
}

/** A code may be that of a fault at one place and of a note at another. */
function noteRules(notes: readonly Note[], faults: readonly Fault[]) {
  const known = new Set(faults.map(({ code }) => code));
  const codes = [...new Set(notes.map(({ code }) => code))].filter((code) => !known.has(code));
  return codes.map((id) => ({
    id,
    shortDescription: { text: id.replaceAll("-", " ") },
    fullDescription: { text: "How a document was read, where it could be read otherwise." },
    defaultConfiguration: { level: "note" },
  }));
}

function descriptorOf(id: string, why: string, section: string | undefined, level: string) {
  return {
    id,
    shortDescription: { text: id.replaceAll("-", " ") },
    fullDescription: { text: why },
    help: { text: section === undefined ? why : `${why} Section ${section} of the compatibility policy decides.` },
    defaultConfiguration: { level },
    properties: { ...(section !== undefined && { section }) },
  };
}

function ofChange(change: Change, profile: CompatProfile) {
  const { id, rule, cause, oasdiff, section, verdict, basis, waived, base, revision } = change;
  return {
    ruleId: rule,
    level: sarifLevels[levelOf(change)],
    message: {
      text: linkless(
        [lineOf(change), ...factsOf(change, profile).map(([label, text]) => `${label}: ${text}`), change.why].join(
          "\n",
        ),
      ),
    },
    // What does not exist any more is shown where it would be: a line of the base is in no checkout.
    locations: [{ ...physical(revision ?? base), logicalLocations: [{ fullyQualifiedName: logicalName(change) }] }],
    ...(revision && base && { relatedLocations: [{ id: 1, ...physical(base), message: { text: "In the base" } }] }),
    partialFingerprints: { "concordChange/v1": id },
    ...(waived && {
      suppressions: [
        {
          kind: "external",
          status: "accepted",
          justification: `Waived for ${waived.reason} by ${waived.by} until ${waived.expires}${waived.note === undefined ? "" : `: ${plain(waived.note)}`}`,
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

function ofFault(fault: Fault) {
  const { code, section, message, at } = fault;
  return {
    ruleId: code,
    level: "error",
    message: { text: linkless(plain(message)) },
    ...(at && { locations: [physical(at)] }),
    partialFingerprints: { "concordFault/v1": faultId(fault) },
    properties: { ...(section !== undefined && { section }) },
  };
}

function ofNote(note: Note) {
  const { code, verdict, message, at } = note;
  return {
    ruleId: code,
    level: sarifLevels[verdict],
    message: { text: linkless(plain(message)) },
    ...(at && { locations: [physical(at)] }),
    partialFingerprints: { "concordFault/v1": faultId(note) },
  };
}

function physical(at: Location | null) {
  return (
    at && { physicalLocation: { artifactLocation: { uri: uriOf(pathOf(at.file)) }, region: { startLine: at.line } } }
  );
}

function logicalName({ api, operation, path }: Change): string {
  return plain([api, operation, path].filter((part) => part !== "").join(" "));
}

/** A message of SARIF may hold links, [text](target): a document has none to give. */
function linkless(text: string): string {
  return text.replaceAll("](", "] (");
}

/** A file's name as a URI: relative to the checkout, where the name is. */
function uriOf(file: string): string {
  if (URL.canParse(file) && /^https?:/.test(file)) return file;
  return isAbsolute(file) ? pathToFileURL(file).href : file.split("/").map(encodeURIComponent).join("/");
}
