import { isAbsolute } from "node:path";
import { pathToFileURL } from "node:url";
import { printableText } from "../contracts/index.ts";
import { type Finding, type SourceLine, type Severity, checkoutPath, findingLines } from "./finding.ts";

/** Rule of a catalogue. */
export interface Rule {
  readonly id: string;
  /** Short description. The default is the id in words. */
  readonly summary?: string | undefined;
  /** Reason of the rule. */
  readonly why?: string;
  readonly severity?: Severity;
  /** Section of the policy that decides. */
  readonly section?: string | undefined;
}

/** Findings of a tool, with the rules that they name. */
export interface SarifRun {
  readonly tool: string;
  readonly rules: readonly Rule[];
  readonly findings: readonly Finding[];
  /** Notes on the run as sentences. */
  readonly notes?: readonly string[];
  readonly properties?: object;
}

/** Most results in a file that GitHub accepts. */
const MAX_RESULTS = 25_000;

const levels: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  accepted: "note",
  note: "note",
};

/** Renders SARIF 2.1.0 for code scanning. */
export function renderSarif({ tool, rules, findings, notes = [], properties }: SarifRun): string {
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const omitted = findings.length - MAX_RESULTS;
  const notifications = [...notes, ...(omitted > 0 ? [`${omitted} more results are left out`] : [])];
  const run = {
    tool: { driver: { name: tool, rules: rules.map(describeRule) } },
    invocations: notifications.length === 0 ? undefined : [invocation(notifications)],
    columnKind: "utf16CodeUnits",
    properties,
    results: findings
      .slice(0, MAX_RESULTS)
      .map((finding) => ({ ...writeResult(finding), ruleIndex: indexes.get(finding.rule) })),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeRule({ id, summary = id.replaceAll("-", " "), why, severity, section }: Rule): object {
  const clause = section === undefined ? "" : ` Section ${section} of the compatibility policy decides.`;
  return {
    id,
    shortDescription: { text: printableText(summary) },
    fullDescription: why === undefined ? undefined : { text: why },
    help: why === undefined ? undefined : { text: why + clause },
    defaultConfiguration: severity && { level: levels[severity] },
    properties: section === undefined ? undefined : { section },
  };
}

function invocation(notes: readonly string[]): object {
  const notifications = notes.map((note) => ({ level: "note", message: writeMessage([printableText(note)]) }));
  return { executionSuccessful: true, toolExecutionNotifications: notifications };
}

function writeResult(finding: Finding): object {
  const { rule, severity, at, formerly, id, accepted, part, properties } = finding;
  // A removed part is shown where it was, because lines of the earlier contract may not be in the checkout.
  const place = at ?? formerly;
  const logicalLocations = part === undefined ? undefined : [{ fullyQualifiedName: printableText(part) }];
  const isElsewhere = at && formerly;
  return {
    ruleId: rule,
    level: levels[severity],
    message: writeMessage(findingLines(finding)),
    locations: place || part ? [{ ...physicalLocation(place), logicalLocations }] : undefined,
    relatedLocations: isElsewhere
      ? [{ id: 1, ...physicalLocation(formerly), message: { text: "In the base" } }]
      : undefined,
    partialFingerprints: { [id[0]]: printableText(id[1]) },
    suppressions:
      accepted === undefined
        ? undefined
        : [{ kind: "external", status: "accepted", justification: printableText(accepted) }],
    properties,
  };
}

function physicalLocation(place: SourceLine | null | undefined): object | undefined {
  if (place)
    return {
      physicalLocation: {
        artifactLocation: { uri: toUri(checkoutPath(place.file)) },
        region: { startLine: place.line },
      },
    };
  return undefined;
}

/** Message without links, [text](target), because text from a document must not contain any. */
function writeMessage(lines: readonly string[]): object {
  return { text: lines.join("\n").replaceAll("](", "] (") };
}

/** URI of a file. Relative names stay relative to the checkout. */
function toUri(file: string): string {
  if (/^https?:/.test(file) && URL.canParse(file)) return file;
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split("/").map(encodeURIComponent).join("/");
}
