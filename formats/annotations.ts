/** Annotation of a line on GitHub. */
export interface Annotation {
  readonly kind: "error" | "warning" | "notice";
  /** Line in the checkout. Null without one. */
  readonly at: { readonly file: string; readonly line: number } | null;
  readonly title: string;
  readonly text: string;
}

/** Most annotations of each kind that GitHub shows for a step. */
const MOST_ANNOTATIONS = 10;

/** Renders workflow commands for GitHub, by kind. Titles and names of files must be printable. */
export function renderAnnotations(annotations: readonly Annotation[]): string {
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

function workflowCommand({ kind, at: location, title, text }: Annotation): string {
  const place = location ? `file=${escapeCommandProperty(location.file)},line=${location.line},` : "";
  return `::${kind} ${place}title=${escapeCommandProperty(title)}::${escapeCommandText(text)}\n`;
}

/** Escapes the text of a workflow command. */
function escapeCommandText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes the value of a workflow command's property. */
function escapeCommandProperty(text: string): string {
  return escapeCommandText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
