import { printableText } from "../contracts/index.ts";
import { type Annotation, type Severity, checkoutPath, findingLines } from "./finding.ts";

const kinds: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  accepted: "warning",
  note: "notice",
};

/** Most annotations of each kind that GitHub shows for a step. */
const MAX_ANNOTATIONS = 10;

/** Renders workflow commands for GitHub, by kind: annotations of lines. */
export function renderAnnotations(annotations: readonly Annotation[]): string {
  return [...Map.groupBy(annotations, ({ severity }) => kinds[severity])]
    .flatMap(([kind, some]) => {
      const most = some.length > MAX_ANNOTATIONS ? MAX_ANNOTATIONS - 1 : some.length;
      const rest = some.length - most;
      const commands = some.slice(0, most).map((each) => writeCommand(kind, each));
      // The last one counts the omitted ones.
      if (rest === 0) return commands;
      return [...commands, `::${kind} title=${rest} more::The other reports list ${rest} more\n`];
    })
    .join("");
}

function writeCommand(kind: string, annotation: Annotation): string {
  const { at, title } = annotation;
  // Documents from the web have no lines in a checkout.
  const place = at && !/^https?:/.test(at.file) ? `file=${escapeProperty(checkoutPath(at.file))},line=${at.line},` : "";
  return `::${kind} ${place}title=${escapeProperty(title)}::${escapeCommand(findingLines(annotation).join("\n"))}\n`;
}

/** Escapes the text of a workflow command. */
function escapeCommand(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes the value of a workflow command's property. */
function escapeProperty(text: string): string {
  return escapeCommand(printableText(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
