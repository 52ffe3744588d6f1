/** One segment of a path template. */
export type Segment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string }
  /** Parameters beside literal text, as in "{id}:publish" or "{sid}.json". */
  | {
      readonly kind: "mixed";
      readonly names: readonly string[];
      /** The texts before, between and behind the parameters. */
      readonly literals: readonly string[];
    };

/** Far more than a path of a real API has. */
const MAX_PARAMETERS = 100;

/** The limit that a path template exceeds, if any. */
export function excessOfPath(template: string): string | undefined {
  const count = namesIn(template).length;
  return count > MAX_PARAMETERS ? `it has ${count} parameters, more than ${MAX_PARAMETERS}` : undefined;
}

/** The segments of a path template: "/v1/{slug}/x" has three. */
export function segmentsOf(template: string): Segment[] {
  return withoutQuery(template).split("/").slice(1).map(segmentOf);
}

/** A path template without the query or fragment by which some documents tell operations of one path apart. */
export function withoutQuery(template: string): string {
  return template.replace(/[?#].*$/s, "");
}

/** What a request must send beside its path to mean an operation: "/v1/models?beta=true", "/{bucket}#acl". */
export interface Selector {
  readonly name: string;
  /** The value that it must have; any if not said. */
  readonly value?: string;
  /** The parameter that has its value: "/alerts?city={city}". */
  readonly parameter?: string;
  /** Fragments are never sent: they stand for a query parameter or a header, or only keep two keys apart. */
  readonly isFragment: boolean;
}

/** The selectors in the query or fragment of a path template. */
export function selectorsOf(template: string): Selector[] {
  const [mark, ...text] = template.slice(withoutQuery(template).length);
  if (mark === undefined) return [];
  const isFragment = mark === "#";
  return [...new URLSearchParams(text.join(""))].map(([name, value]) => {
    const parameter = /^\{([^{}]+)\}$/.exec(value)?.[1];
    const said = parameter === undefined ? value !== "" && { value } : { parameter };
    return { name, ...said, isFragment };
  });
}

/** The names of the parameters of a path template, or of a part of one: "/v1/{slug}/{id}:publish" has "slug" and "id". */
export function namesIn(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

/** A template with its parameter names left out, so that templates that match the same paths are equal. */
export function anonymous(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, "{}");
}

function segmentOf(text: string): Segment {
  const names = namesIn(text);
  if (names.length === 0) return { kind: "literal", text };
  if (names.length === 1 && text === `{${names[0]}}`) return { kind: "parameter", name: names[0] as string };
  return { kind: "mixed", names, literals: text.split(/\{[^{}]+\}/) };
}

/**
 * The values of the parameters between some texts, if a segment has these texts. As with a greedy expression, the first
 * value is the longest that leaves a character for each of the others; in contrast to one, the search takes linear time.
 */
export function valuesBetween(literals: readonly string[], segment: string): string[] | undefined {
  const [first = "", ...rest] = literals;
  const last = rest.pop() ?? "";
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
  const values: string[] = [];
  let end = segment.length - last.length;
  for (const literal of rest.toReversed()) {
    const start = end - 1 - literal.length;
    const at = start < 0 ? -1 : segment.lastIndexOf(literal, start);
    if (at < 0) return undefined;
    values.push(segment.slice(at + literal.length, end));
    end = at;
  }
  if (end <= first.length) return undefined;
  values.push(segment.slice(first.length, end));
  return values.toReversed();
}
