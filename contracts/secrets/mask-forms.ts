import { MASK } from "./mask-placeholder.ts";
import { type IsSecret, isCount, isSecretName, isSecretParameter } from "./secret-names.ts";
import { maskNumbers } from "./mask-numbers.ts";
import { maskTokens } from "./mask-tokens.ts";

export { MASK } from "./mask-placeholder.ts";

/**
 * Kind of text. It decides where an unquoted value ends: at a word end in code, at a line end in lines. In prose, only
 * a value directly after "=" counts.
 */
type TextKind = "code" | "lines" | "prose";

const valueEnds = { code: /[\s,)\]}&]/g, lines: /[,)\]}\n\r&]/g, prose: /[\s,;)\]}&"'<>]/g };

/**
 * Secrets that are recognized by their form anywhere: signing secrets, JWTs, private keys, users in URLs, keys in
 * connection strings, and webhook URLs. In a JSON pointer, "~1" precedes a secret instead of a slash.
 */
const knownForms = [
  // Error codes look similar ("whsec_missing"). They are shorter than the base64 of 24 bytes, which resembles no words.
  [/whsec_(?![a-z_-]{1,31}(?![\w+/=-]))[A-Za-z0-9+/=_-]+/g, `whsec_${MASK}`],
  [/(?:(?<![\w-])|(?<=~[01]))eyJ[\w-]+\.[\w-]+\.[\w-]*/g, MASK],
  // A PEM key (RFC 7468) is recognized by its beginning: its lines may be escaped, and its end may be cut off.
  [
    /(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)(?=(?:\\+[nrt]|\s)*(?:[\w+/=]{16}|[A-Z][\w-]*: ))(?:\\+[nrt]|[\w+/=:;,.()\s-])*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|(?!\\+[nrt]|[\w+/=:;,.()\s-]))/g,
    `$1${MASK}`,
  ],
  [/\b([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/?#"'@]+@/gi, `$1${MASK}@`],
  [/\b(AccountKey=)[A-Za-z\d+/]{40,}={0,2}/g, `$1${MASK}`],
  // A webhook URL is a secret, because anyone who knows it can call it. A prefixed id or a UUID only identifies a hook.
  [
    /(https?:\/\/[^\s/?#"'<>@]{1,255}\/(?:[\w.~-]{1,40}\/){0,6}?(?:hooks?|webhooks?|incoming|webhookb2)\/)(?![a-z]{1,12}_|[\da-f]{8}-[\da-f]{4}-)(?=[\w-]{0,60}\d)(?=[\w-]{0,60}[A-Za-z])[\w-]{16,}(?:\/[\w-]{8,})*/gi,
    `$1${MASK}`,
  ],
] as const;

/** Masks secrets with a known form in a path or a pointer. Secret names, such as "password", do not cause masking. */
export function maskMarked(text: string): string {
  return maskTokens(knownForms.reduce((masked, [form, mask]) => masked.replace(form, mask), text));
}

/**
 * Masks secrets that are recognized by their form: known token forms, values after "Bearer" or "Basic", URL parameters,
 * and values of members with secret names. Text after a brace is code, unless the brace belongs to a path template.
 */
export function maskForms(text: string): string {
  const credentials = maskNumbers(maskMarked(text)).replace(
    /\b(Bearer|Basic)( +)([\w.~+/:=-]+)/gi,
    (whole, scheme: string, space: string, value: string) =>
      isCredential(scheme, value) ? scheme + space + MASK : whole,
  );
  const parameters = credentials.replace(/([?&])([^=&\s?#"']+)=([^&\s#"'<>]+)/g, pairMasker(isSecretParameter));
  if (!/[:=]/.test(parameters)) return parameters;
  const code = parameters.search(/\{(?![\w$.-]+\})/);
  return maskMembers(parameters, isSecretName, (at) => (code >= 0 && at > code ? "code" : "prose"));
}

/** Text that contains JSON, a form or GraphQL, with the values of secret members masked. */
export function maskTextMembers(text: string, isSecret: IsSecret): string {
  const isCode = /^\s*(query|mutation|subscription|fragment)\b/.test(text) || /^\s*\{\s*\w/.test(text);
  const form = text.replace(
    /(^|&)([^=&\s"{]*)=([^&\s]*)/g,
    pairMasker((name) => isSecretParameter(name) || isSecret(name)),
  );
  return maskForms(maskMembers(form, isSecret, () => (isCode ? "code" : "lines")));
}

/** Query with its secrets masked, also within values. A documented parameter is secret only if its name clearly is. */
export function maskQuery(
  query: string,
  { isSecret, isKnown }: { readonly isSecret: IsSecret; readonly isKnown: IsSecret },
): string {
  const pairs = query.split("&").map((pair) => {
    const at = pair.indexOf("=");
    if (at < 0) return pair;
    const name = decodeOrKeep(pair.slice(0, at));
    const isOne = isSecret(name) || isSecretName(name) || (isSecretParameter(name) && !isKnown(name));
    if (isOne && !isCount(name, pair.slice(at + 1))) return `${pair.slice(0, at)}=${MASK}`;
    const value = decodeOrKeep(pair.slice(at + 1));
    const maskedValue = maskForms(value);
    if (maskedValue === value) return pair;
    return `${pair.slice(0, at)}=${encodeURIComponent(maskedValue)}`;
  });
  return pairs.join("&");
}

function pairMasker(isSecret: IsSecret) {
  return (pair: string, mark: string, name: string, value: string): string =>
    isSecret(decodeOrKeep(name)) && !isCount(decodeOrKeep(name), value) ? `${mark}${name}=${MASK}` : pair;
}

/** Distinguishes credentials from phrases such as "Bearer of news" and "Basic plan". */
function isCredential(scheme: string, value: string): boolean {
  if (/^basic$/i.test(scheme)) {
    const pair = Buffer.from(value, "base64").toString();
    return pair.includes(":") && /^[ -~]*$/.test(pair);
  }
  return value.length >= 16 || /[\d_~+/=-]/.test(value);
}

/**
 * Masks the value after each secret name in a text. Quotes may be missing, escaped or unpaired, because the text may be
 * cut or may not be JSON.
 */
function maskMembers(text: string, isSecret: IsSecret, kindAt: (index: number) => TextKind): string {
  const names = /(?<![\w$.-])([\w$.-]+)(?:\\*["'])?\s*[:=]\s*/g;
  let masked = "";
  let from = 0;
  for (let found = names.exec(text); found; found = names.exec(text)) {
    const name = found[1] as string;
    const kind = kindAt(found.index);
    // `$token: String` declares a variable in GraphQL. It has no secret value.
    if (!isSecret(name) || (kind === "code" && name.startsWith("$"))) continue;
    const start = names.lastIndex;
    const end = valueEnd(text, start, kind);
    const value = text.slice(start, end);
    if (end === start || isCount(name, value.trim()) || /^(true|false|null|\$\w+|\*\*\*)$/.test(value.trim())) continue;
    const quote = openingQuote(text, start);
    masked += text.slice(from, start) + quote + MASK + quote;
    names.lastIndex = from = end;
  }
  return masked + text.slice(from);
}

function openingQuote(text: string, at: number): string {
  const opening = /"""|\\*["']/y;
  opening.lastIndex = at;
  return opening.exec(text)?.[0] ?? "";
}

/** End index of the value that starts at an index. A cut value ends with the text. */
function valueEnd(text: string, start: number, kind: TextKind): number {
  const quote = openingQuote(text, start);
  if (quote !== "") return closingQuoteEnd(text, start + quote.length, quote);
  if (/[[{]/.test(text.charAt(start))) return bracketEnd(text, start);
  // In prose, a sentence may continue after a name: "token: it is needed".
  if (kind === "prose" && text[start - 1] !== "=") return start;
  const end = valueEnds[kind];
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

/** Index after the closing quote: the next quote with no more backslashes before it than the opening one. */
function closingQuoteEnd(text: string, start: number, quote: string): number {
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
    const quote = character === '"' || character === "\\" ? openingQuote(text, at) : "";
    if (quote !== "") at = closingQuoteEnd(text, at + quote.length, quote) - 1;
    else if (/[[{]/.test(character)) depth++;
    else if (/[\]}]/.test(character) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Decodes a name or value of a query. Returns it unchanged if the percent-encoding is invalid. */
function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
