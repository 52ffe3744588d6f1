import { MASK } from "./mark.ts";
import { type IsSecret, isCount, isSecretName, isSecretParameter } from "./names.ts";
import { maskNumbers } from "./numbers.ts";
import { maskTokens } from "./tokens.ts";

export { MASK } from "./mark.ts";

/** What a text is taken for: bare values end with a word in code, with a line elsewhere, and prose has them right behind a sign only. */
type Kind = "code" | "lines" | "prose";

const ends = { code: /[\s,)\]}&]/g, lines: /[,)\]}\n\r&]/g, prose: /[\s,;)\]}&"'<>]/g };

/**
 * Secrets that are known wherever they stand: signing secrets, JWTs, private keys, users in URLs, keys in connection
 * strings, and paths of webhooks. In a JSON pointer a slash before one is "~1".
 */
const knownForms = [
  // Codes of errors are called so, too ("whsec_missing"), and shorter than base64 of 24 bytes, which no words make.
  [/whsec_(?![a-z_-]{1,31}(?![\w+/=-]))[A-Za-z0-9+/=_-]+/g, `whsec_${MASK}`],
  [/(?:(?<![\w-])|(?<=~[01]))eyJ[\w-]+\.[\w-]+\.[\w-]*/g, MASK],
  // Of a key in PEM (RFC 7468) nothing but what begins it: its lines may be escaped, and its end cut off.
  [
    /(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)(?=(?:\\+[nrt]|\s)*(?:[\w+/=]{16}|[A-Z][\w-]*: ))(?:\\+[nrt]|[\w+/=:;,.()\s-])*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|(?!\\+[nrt]|[\w+/=:;,.()\s-]))/g,
    `$1${MASK}`,
  ],
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/?#"'@]+@/gi, `$1${MASK}@`],
  [/\b(AccountKey=)[A-Za-z\d+/]{40,}={0,2}/g, `$1${MASK}`],
  // Who knows where a hook is may call it. An id with a prefix, or a UUID, names one and opens nothing.
  [
    /(https?:\/\/[^\s/?#"'<>@]{1,255}\/(?:[\w.~-]{1,40}\/){0,6}?(?:hooks?|webhooks?|incoming|webhookb2)\/)(?![a-z]{1,12}_|[\da-f]{8}-[\da-f]{4}-)(?=[\w-]{0,60}\d)(?=[\w-]{0,60}[A-Za-z])[\w-]{16,}(?:\/[\w-]{8,})*/gi,
    `$1${MASK}`,
  ],
] as const;

/** A place, such as a path or a pointer, without the secrets in it that bear a mark: in names nothing is told of values. */
export function maskMarked(text: string): string {
  return maskTokens(knownForms.reduce((masked, [form, mask]) => masked.replace(form, mask), text));
}

/**
 * A text without the secrets that are known by their form: as a whole, as what follows "Bearer", as parameters
 * of a URL, and as values of members that are called like secrets. Prose ends where a brace opens that is none of a
 * path template.
 */
export function maskForms(text: string): string {
  const credentials = maskNumbers(maskMarked(text)).replace(
    /\b(Bearer|Basic)( +)([\w.~+/:=-]+)/gi,
    (whole, scheme: string, space: string, value: string) =>
      isCredential(scheme, value) ? scheme + space + MASK : whole,
  );
  const parameters = credentials.replace(/([?&])([^=&\s?#"']+)=([^&\s#"'<>]+)/g, maskedPair(isSecretParameter));
  if (!/[:=]/.test(parameters)) return parameters;
  const code = parameters.search(/\{(?![\w$.-]+\})/);
  return maskMembers(parameters, isSecretName, (at) => (code >= 0 && at > code ? "code" : "prose"));
}

/** A text that is JSON in part, a form or GraphQL, without the values of members that are secrets. */
export function maskMembersOf(text: string, isSecret: IsSecret): string {
  const isCode = /^\s*(query|mutation|subscription|fragment)\b/.test(text) || /^\s*\{\s*\w/.test(text);
  const form = text.replace(
    /(^|&)([^=&\s"{]*)=([^&\s]*)/g,
    maskedPair((name) => isSecretParameter(name) || isSecret(name)),
  );
  return maskForms(maskMembers(form, isSecret, () => (isCode ? "code" : "lines")));
}

/** A query without its secrets, and without those in its values. What the operation documents is no secret by its name alone. */
export function maskQuery(
  query: string,
  { isSecret, isKnown }: { readonly isSecret: IsSecret; readonly isKnown: IsSecret },
): string {
  const pairs = query.split("&").map((pair) => {
    const at = pair.indexOf("=");
    if (at < 0) return pair;
    const name = decoded(pair.slice(0, at));
    const isOne = isSecret(name) || isSecretName(name) || (isSecretParameter(name) && !isKnown(name));
    if (isOne && !isCount(name, pair.slice(at + 1))) return `${pair.slice(0, at)}=${MASK}`;
    const value = decoded(pair.slice(at + 1));
    const shown = maskForms(value);
    return shown === value ? pair : `${pair.slice(0, at)}=${encodeURIComponent(shown)}`;
  });
  return pairs.join("&");
}

function maskedPair(isSecret: IsSecret) {
  return (pair: string, mark: string, name: string, value: string): string =>
    isSecret(decoded(name)) && !isCount(decoded(name), value) ? `${mark}${name}=${MASK}` : pair;
}

/** "Bearer of news" and "Basic plan" carry none. */
function isCredential(scheme: string, value: string): boolean {
  if (/^basic$/i.test(scheme)) {
    const pair = Buffer.from(value, "base64").toString();
    return pair.includes(":") && /^[ -~]*$/.test(pair);
  }
  return value.length >= 16 || /[\d_~+/=-]/.test(value);
}

/**
 * Masks the value after each name of a secret, wherever the text has one: quotes may be missing, escaped or not
 * in pairs where a body was cut or never was JSON.
 */
function maskMembers(text: string, isSecret: IsSecret, kindAt: (index: number) => Kind): string {
  const names = /(?<![\w$.-])([\w$.-]+)(?:\\*["'])?\s*[:=]\s*/g;
  let masked = "";
  let from = 0;
  for (let found = names.exec(text); found; found = names.exec(text)) {
    const name = found[1] as string;
    const kind = kindAt(found.index);
    // A variable of GraphQL is declared with its type.
    if (!isSecret(name) || (kind === "code" && name.startsWith("$"))) continue;
    const start = names.lastIndex;
    const end = valueEnd(text, start, kind);
    const value = text.slice(start, end);
    if (end === start || isCount(name, value.trim()) || /^(true|false|null|\$\w+|\*\*\*)$/.test(value.trim())) continue;
    const quote = opener(text, start);
    masked += text.slice(from, start) + quote + MASK + quote;
    names.lastIndex = from = end;
  }
  return masked + text.slice(from);
}

function opener(text: string, at: number): string {
  const opening = /"""|\\*["']/y;
  opening.lastIndex = at;
  return opening.exec(text)?.[0] ?? "";
}

/** Where the value ends that begins there: with the text, where it was cut. */
function valueEnd(text: string, start: number, kind: Kind): number {
  const quote = opener(text, start);
  if (quote !== "") return closing(text, start + quote.length, quote);
  if (/[[{]/.test(text.charAt(start))) return bracketEnd(text, start);
  // Elsewhere in prose a sentence goes on behind a name: "token: it is needed".
  if (kind === "prose" && text[start - 1] !== "=") return start;
  const end = ends[kind];
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

/** Behind the quote that closes what such a quote has opened: the next one with as few backslashes before it. */
function closing(text: string, start: number, quote: string): number {
  const mark = quote.startsWith('"""') ? quote : quote.slice(-1);
  for (let at = text.indexOf(mark, start); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = at;
    while (before > start && text[before - 1] === "\\") before--;
    const slashes = at - before;
    if (quote.length === 1 ? slashes % 2 === 0 : slashes < quote.length) return at + mark.length;
  }
  return text.length;
}

function bracketEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    const quote = character === '"' || character === "\\" ? opener(text, at) : "";
    if (quote !== "") at = closing(text, at + quote.length, quote) - 1;
    else if (/[[{]/.test(character)) depth++;
    else if (/[\]}]/.test(character) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** A name or a value of a query as it is meant; as it stands where it cannot be read. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
