/** Segment of a path template. */
export type Segment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string }
  /** Parameters beside literal text, as in "{id}:publish" or "{sid}.json". */
  | {
      readonly kind: "mixed";
      readonly names: readonly string[];
      /** Literal texts before, between and after the parameters. */
      readonly literals: readonly string[];
    };

/** Maximum number of parameters in a path template, far above real APIs. */
const MAX_PARAMETERS = 100;

/** Describes the limit that a path template exceeds. Returns undefined if it exceeds none. */
export function exceededPathLimit(template: string): string | undefined {
  const count = listParameterNames(template).length;
  if (count > MAX_PARAMETERS) return `it has ${count} parameters, more than ${MAX_PARAMETERS}`;
  return undefined;
}

/** Splits a path template into segments: "/v1/{slug}/x" has three. */
export function parseSegments(template: string): Segment[] {
  return withoutQuery(template).split("/").slice(1).map(parseSegment);
}

/** Removes the query or fragment, which some documents use to distinguish operations with the same path. */
export function withoutQuery(template: string): string {
  return template.replace(/[?#].*$/s, "");
}

/** Condition on a request in addition to its path, from keys such as "/v1/models?beta=true" or "/{bucket}#acl". */
export interface Selector {
  readonly name: string;
  /** Required value. Any value matches if it is absent. */
  readonly value?: string;
  /** Parameter that supplies the value, as in "/alerts?city={city}". */
  readonly parameter?: string;
  /** True for a fragment. Requests never send it: it names a query parameter or header, or only makes the key unique. */
  readonly isFragment: boolean;
}

/** Returns the selectors in the query or fragment of a path template. */
export function parseSelectors(template: string): Selector[] {
  const [mark, ...text] = template.slice(withoutQuery(template).length);
  if (mark === undefined) return [];
  const isFragment = mark === "#";
  return [...new URLSearchParams(text.join(""))].map(([name, value]) => {
    const parameter = /^\{([^{}]+)\}$/.exec(value)?.[1];
    const condition = parameter === undefined ? value !== "" && { value } : { parameter };
    return { name, ...condition, isFragment };
  });
}

/** Returns the parameter names of a path template or segment: "/v1/{slug}/{id}:publish" has "slug" and "id". */
export function listParameterNames(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

/** Removes the parameter names, so that templates that match the same paths become equal. */
export function anonymousTemplate(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, "{}");
}

function parseSegment(text: string): Segment {
  const names = listParameterNames(text);
  if (names.length === 0) return { kind: "literal", text };
  if (names.length === 1 && text === `{${names[0]}}`) return { kind: "parameter", name: names[0] as string };
  return { kind: "mixed", names, literals: text.split(/\{[^{}]+\}/) };
}

/**
 * Matches a segment against literal texts and returns the parameter values between them, or undefined. Gives the same
 * values as a greedy regular expression (as long as possible, at least one character each) in linear time.
 */
export function valuesBetween(literals: readonly string[], segment: string): string[] | undefined {
  const [first = "", ...rest] = literals;
  const last = rest.pop() ?? "";
  if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined;
  const values: string[] = [];
  let end = segment.length - last.length;
  for (const literal of rest.toReversed()) {
    const start = end - 1 - literal.length;
    const literalStart = start < 0 ? -1 : segment.lastIndexOf(literal, start);
    if (literalStart < 0) return undefined;
    values.push(segment.slice(literalStart + literal.length, end));
    end = literalStart;
  }
  if (end <= first.length) return undefined;
  values.push(segment.slice(first.length, end));
  return values.toReversed();
}
