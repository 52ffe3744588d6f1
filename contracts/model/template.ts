/** One segment of a path template. */
export type Segment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string }
  /** Parameters beside literal text, as in "{id}:publish" or "{sid}.json". */
  | { readonly kind: "mixed"; readonly names: readonly string[]; readonly pattern: RegExp; readonly weight: number };

/** The segments of a path template: "/v1/{slug}/x" has three. */
export function segmentsOf(template: string): Segment[] {
  return template.split("/").slice(1).map(segmentOf);
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
  const literals = text.split(/\{[^{}]+\}/);
  const source = literals.map((literal) => literal.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+)");
  return { kind: "mixed", names, pattern: new RegExp(`^${source}$`), weight: literals.join("").length };
}
