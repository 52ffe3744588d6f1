/** Values of a Prefer header by lower-case name. Empty text for a preference without a value. */
export type Preferences = ReadonlyMap<string, string>;

const token = String.raw`[!#$%&'*+.^_\`|~0-9A-Za-z-]+`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const pair = String.raw`(${token})(?:[ \t]*=[ \t]*(${token}|${quoted}))?[ \t]*`;

/** One preference with its parameters. No preference that the mock knows has parameters. */
const preference = new RegExp(String.raw`^[ \t]*${pair}(?:;[ \t]*(?:${pair})?)*$`);

/** Text up to the next comma outside of quotes. An unclosed quote extends to the end. */
const element = new RegExp(String.raw`(?:${quoted}|[^,"]|"[^]*)+`, "g");

/**
 * Parses a Prefer header (RFC 7240, section 2). Ignores malformed preferences. The first of two preferences with the
 * same name applies.
 */
export function readPreferences(header: string): Preferences {
  const found = new Map<string, string>();
  for (const [text] of header.matchAll(element)) {
    const [, name, value = ""] = preference.exec(text) ?? [];
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), unquotePreference(value));
  }
  return found;
}

/** Formats a preference for the Preference-Applied header (RFC 7240, section 3). */
export function writePreference(name: string, value: string): string {
  if (value === "") return name;
  const isToken = new RegExp(`^${token}$`).test(value);
  return `${name}=${isToken ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`}`;
}

function unquotePreference(value: string): string {
  if (value.startsWith('"')) return value.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  return value;
}
