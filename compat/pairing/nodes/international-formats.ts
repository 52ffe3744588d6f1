import type { SchemaNode } from "./subjects.ts";

/** Internationalized formats, which validators ignore. `text` is valid in this format only, not in its ASCII counterpart. `pattern` matches all its texts. */
export const internationalFormats: Readonly<Record<string, { readonly text: string; readonly pattern: string }>> = {
  "idn-email": { text: "jörg@example.org", pattern: "^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$" },
  "idn-hostname": { text: "jörg.example", pattern: "^[^\\s.]+(\\.[^\\s.]+)*$" },
  iri: { text: "https://example.org/jörg", pattern: "^[A-Za-z][\\w+.-]*:[^\\s]+$" },
  "iri-reference": { text: "/jörg", pattern: "^[^\\s]*$" },
};

/** International formats that a schema has. */
export function listInternationalFormats({
  all,
}: Pick<SchemaNode, "all">): readonly { readonly text: string; readonly pattern: string }[] {
  return all("format").flatMap(({ value }) => internationalFormats[value as string] ?? []);
}
