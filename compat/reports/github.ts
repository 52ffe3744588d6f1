import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { printableText } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { changeFacts, faultText, changeLine, checkoutPath, sourceText } from "./change-facts.ts";
import { type Level, type RenderOptions, levelOf, toShownReport } from "./shown-report.ts";

interface Annotation {
  readonly kind: "error" | "warning" | "notice";
  readonly at: Location | null;
  readonly title: string;
  readonly text: string;
}

/** Most annotations of each kind that GitHub shows for a step. */
const MOST_ANNOTATIONS = 10;

const annotationKinds: Readonly<Record<Level, Annotation["kind"]>> = {
  blocking: "error",
  breaking: "warning",
  dangerous: "warning",
  "non-breaking": "notice",
};

/** Renders workflow commands for GitHub: one annotation for each change, at its line in the revision. */
export function renderGithub(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, changes, faults, notes } = toShownReport(report, only);
  const annotations = [
    ...faults.map((fault) => faultAnnotation(fault, profile)),
    ...changes.map((change) => changeAnnotation(change, profile)),
    ...notes.map(noteAnnotation),
  ];
  return [...Map.groupBy(annotations, ({ kind }) => kind).values()]
    .flatMap(limitAnnotations)
    .map(workflowCommand)
    .join("");
}

/** Limits the annotations of a kind. The last one counts the omitted ones. */
function limitAnnotations(annotations: readonly Annotation[]): readonly Annotation[] {
  const [first] = annotations;
  if (first === undefined || annotations.length <= MOST_ANNOTATIONS) return annotations;
  const rest = annotations.length - (MOST_ANNOTATIONS - 1);
  return [
    ...annotations.slice(0, MOST_ANNOTATIONS - 1),
    { kind: first.kind, at: null, title: `${rest} more`, text: `The other reports list ${rest} more` },
  ];
}

function changeAnnotation(change: Change, profile: CompatProfile): Annotation {
  return {
    kind: annotationKinds[levelOf(change)],
    // A pull request does not show lines of the base.
    at: change.revision,
    title: `${change.verdict}: ${sourceText(change, profile)}`,
    text: [
      changeLine(change),
      ...changeFacts(change, profile).map(([label, text]) => `${label}: ${text}`),
      change.why,
    ].join("\n"),
  };
}

function faultAnnotation(fault: Fault, profile: CompatProfile): Annotation {
  return { kind: "error", at: fault.at, title: faultText(fault, profile), text: printableText(fault.message) };
}

function noteAnnotation({ code, verdict, message, at: location }: Note): Annotation {
  return { kind: annotationKinds[verdict], at: location, title: `${verdict}: ${code}`, text: printableText(message) };
}

function workflowCommand({ kind, at: location, title, text }: Annotation): string {
  const place = location ? `file=${escapeCommandProperty(checkoutPath(location.file))},line=${location.line},` : "";
  return `::${kind} ${place}title=${escapeCommandProperty(title)}::${escapeCommandText(text)}\n`;
}

/** Escapes the text of a workflow command. */
function escapeCommandText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes the value of a workflow command's property. */
function escapeCommandProperty(text: string): string {
  return escapeCommandText(printableText(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
