import type { SchemaNode } from "./subjects.ts";

/** Formats at which validators do not look: a text that only they have, and what each text of theirs is at the least. */
const international: Readonly<Record<string, { readonly text: string; readonly pattern: string }>> = {
  "idn-email": { text: "jörg@example.org", pattern: "^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)+$" },
  "idn-hostname": { text: "jörg.example", pattern: "^[^\\s.]+(\\.[^\\s.]+)*$" },
  iri: { text: "https://example.org/jörg", pattern: "^[A-Za-z][\\w+.-]*:[^\\s]+$" },
  "iri-reference": { text: "/jörg", pattern: "^[^\\s]*$" },
};

/** What texts of the international formats of a schema are like. */
export function internationalOf({
  all,
}: Pick<SchemaNode, "all">): readonly { readonly text: string; readonly pattern: string }[] {
  return all("format").flatMap(({ value }) => international[value as string] ?? []);
}
