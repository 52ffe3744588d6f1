/** What a request would rather have, by lower-case name; the text is empty where a preference has no value. */
export type Preferences = ReadonlyMap<string, string>;

const token = String.raw`[!#$%&'*+.^_\`|~0-9A-Za-z-]+`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const pair = String.raw`(${token})(?:[ \t]*=[ \t]*(${token}|${quoted}))?[ \t]*`;

/** One preference with its parameters, which no preference known here has. */
const preference = new RegExp(String.raw`^[ \t]*${pair}(?:;[ \t]*(?:${pair})?)*$`);

/** Everything up to a comma that stands in no quotes; quotes that nobody closes hold all the rest. */
const element = new RegExp(String.raw`(?:${quoted}|[^,"]|"[^]*)+`, "g");

/**
 * Reads a Prefer header (RFC 7240, section 2). What cannot be read is ignored, as an unknown preference
 * is; of one that comes twice, the first counts.
 */
export function readPreferences(header: string): Preferences {
  const found = new Map<string, string>();
  for (const [text] of header.matchAll(element)) {
    const [, name, value = ""] = preference.exec(text) ?? [];
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), unquoted(value));
  }
  return found;
}

/** A preference as the Preference-Applied header tells of it (RFC 7240, section 3). */
export function writePreference(name: string, value: string): string {
  if (value === "") return name;
  const isToken = new RegExp(`^${token}$`).test(value);
  return `${name}=${isToken ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`}`;
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
}
