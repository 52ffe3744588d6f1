import { type Annotation, renderAnnotations } from "../../formats/index.ts";
import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { printableText } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { changeFacts, faultText, changeLine, checkoutPath, sourceText, verdictLabel } from "./change-facts.ts";
import { type Level, type RenderOptions, levelOf, toShownReport } from "./shown-report.ts";

const annotationKinds: Readonly<Record<Level, Annotation["kind"]>> = {
  blocking: "error",
  breaking: "warning",
  dangerous: "warning",
  "non-breaking": "notice",
};

/** Renders workflow commands for GitHub: one annotation for each change, at its line in the revision. */
export function renderGithub(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, changes, faults, notes } = toShownReport(report, only);
  return renderAnnotations([
    ...faults.map((fault) => faultAnnotation(fault, profile)),
    ...changes.map((change) => changeAnnotation(change, profile)),
    ...notes.map(noteAnnotation),
  ]);
}

function changeAnnotation(change: Change, profile: CompatProfile): Annotation {
  return {
    kind: annotationKinds[levelOf(change)],
    // A pull request does not show lines of the base.
    at: placeOf(change.revision),
    title: printableText(`${verdictLabel(change)}: ${sourceText(change, profile)}`),
    text: [
      changeLine(change),
      ...changeFacts(change, profile).map(([label, text]) => `${label}: ${text}`),
      change.why,
    ].join("\n"),
  };
}

function faultAnnotation(fault: Fault, profile: CompatProfile): Annotation {
  return {
    kind: "error",
    at: placeOf(fault.at),
    title: printableText(faultText(fault, profile)),
    text: printableText(fault.message),
  };
}

function noteAnnotation({ code, verdict, message, at: location }: Note): Annotation {
  return {
    kind: annotationKinds[verdict],
    at: placeOf(location),
    title: printableText(`${verdict}: ${code}`),
    text: printableText(message),
  };
}

function placeOf(location: Location | null): Annotation["at"] {
  return location && { file: printableText(checkoutPath(location.file)), line: location.line };
}
