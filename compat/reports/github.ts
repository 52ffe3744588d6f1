import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { plain } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { factsOf, faultText, lineOf, pathOf, sourceText } from "./facts.ts";
import { type Level, type RenderOptions, levelOf, shownOf } from "./shown.ts";

interface Annotation {
  readonly kind: "error" | "warning" | "notice";
  readonly at: Location | null;
  readonly title: string;
  readonly text: string;
}

/** GitHub shows no more of a kind than that for a step. */
const MOST = 10;

const kinds: Readonly<Record<Level, Annotation["kind"]>> = {
  blocking: "error",
  breaking: "warning",
  dangerous: "warning",
  "non-breaking": "notice",
};

/** The report as GitHub's workflow commands: an annotation for each change, at its line in the revision. */
export function renderGithub(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, changes, faults, notes } = shownOf(report, only);
  const annotations = [
    ...faults.map((fault) => ofFault(fault, profile)),
    ...changes.map((change) => ofChange(change, profile)),
    ...notes.map(ofNote),
  ];
  return [...Map.groupBy(annotations, ({ kind }) => kind).values()].flatMap(bounded).map(commandOf).join("");
}

/** Where there are too many, the last that is shown says how many more there are. */
function bounded(annotations: readonly Annotation[]): readonly Annotation[] {
  const [first] = annotations;
  if (first === undefined || annotations.length <= MOST) return annotations;
  const rest = annotations.length - (MOST - 1);
  return [
    ...annotations.slice(0, MOST - 1),
    { kind: first.kind, at: null, title: `${rest} more`, text: `${rest} more are in the other reports` },
  ];
}

function ofChange(change: Change, profile: CompatProfile): Annotation {
  return {
    kind: kinds[levelOf(change)],
    // A line of the base is nothing that a pull request shows.
    at: change.revision,
    title: `${change.verdict}: ${sourceText(change, profile)}`,
    text: [lineOf(change), ...factsOf(change, profile).map(([label, text]) => `${label}: ${text}`), change.why].join(
      "\n",
    ),
  };
}

function ofFault(fault: Fault, profile: CompatProfile): Annotation {
  return { kind: "error", at: fault.at, title: faultText(fault, profile), text: plain(fault.message) };
}

function ofNote({ code, verdict, message, at }: Note): Annotation {
  return { kind: kinds[verdict], at, title: `${verdict}: ${code}`, text: plain(message) };
}

function commandOf({ kind, at, title, text }: Annotation): string {
  const place = at ? `file=${property(pathOf(at.file))},line=${at.line},` : "";
  return `::${kind} ${place}title=${property(title)}::${data(text)}\n`;
}

/** What a command's text cannot hold as it is. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** What the value of a command's property cannot hold, either. */
function property(text: string): string {
  return data(plain(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
