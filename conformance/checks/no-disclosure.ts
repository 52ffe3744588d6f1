import { decodeSegment, listSchemaPlaces } from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { findResponseMedia } from "../model/response-media.ts";
import type { Check, CheckContext } from "./check.ts";

const TOKEN = "a token";

/** Regular expression or function that finds the first match in a text. */
type Pattern = RegExp | ((text: string) => string | undefined);

/** JSON Web Token. The minimum length of the signature is short because it depends on the algorithm. */
const JWT = /\.(?<=(?<start>\beyJ[\w-]{8,})\.)eyJ[\w-]{8,}\.[\w-]{8,}/;

/** Placeholder or mask in place of a password. */
const noPassword = /:(?:[*•·.x]+|pass(?:word|wd)?|pwd|secret|redacted)@/i;

/**
 * Patterns of internal details that an error must not disclose. Bodies may be large or hostile, so each expression takes
 * linear time: a line start matches only spaces of that line, and a prefix that can repeat within a word is matched by a
 * lookbehind from the text that must follow it.
 */
const disclosures: readonly (readonly [name: string, pattern: Pattern])[] = [
  ["a stack trace", /^[^\S\n\r\u2028\u2029]*at [\w.<>$ ]+(?:\(|(?![\w.<>$ (]))[^()\n\r\u2028\u2029]*:\d+:\d+\)?/m],
  ["a stack trace", /^[^\S\n\r\u2028\u2029]*at [\w.<>$ ]+ \(<anonymous>\)/m],
  ["a stack trace", /Traceback \(most recent call last\)|^[^\S\n\r\u2028\u2029]*\sFile "[^"\n]+", line \d+/m],
  [
    "a stack trace",
    /^[^\S\n\r\u2028\u2029]*at (?:[\w.@-]+\/)*[\w$.<>]+\((?:[\w$]+\.(?:java|kt|scala|groovy):\d+|Native Method)\)/m,
  ],
  ["a stack trace", /^[^\S\n\r\u2028\u2029]*at [^\n\r\u2028\u2029(]+\([^\n\r\u2028\u2029)]*\) in .+:line \d+/m],
  [
    "a path of the server",
    /(?:^|[\s"'(=:])(?:\/(?:home|usr|var|srv|opt|app|root|etc|tmp)\/[\w.-]+\/[\w./-]+|[A-Z]:\\[\w .\\-]+\\[\w .\\-]+)/,
  ],
  [
    "a connection string with its password",
    /:\/\/(?<=(?<start>\b[a-z][a-z\d+.-]*):\/\/)[^\s:@/"'<>]+:(?!\/\/)[^\s@/"']+@[\w.-]+/i,
  ],
  // A description of the key format has the same first line but no key data.
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/=:,\s-]{40,}/],
  [TOKEN, /\b[rs]k_live_[A-Za-z\d]{16,}/],
  [TOKEN, /\bA[KS]IA(?!\w*EXAMPLE)[A-Z\d]{16}\b/],
  [TOKEN, /\bgh[opsru]_[A-Za-z\d]{36,}|\bgithub_pat_\w{40,}|\bglpat-[\w-]{20,}/],
  [TOKEN, /\bxox[abeoprs]-\d{6,}-[A-Za-z\d-]{8,}/],
  [TOKEN, JWT],
  ["a statement of a database", findSqlStatement],
];

/** Check that errors disclose no internal details of the provider. */
export const noDisclosure: Check = {
  id: "no-disclosure",
  claim: "No error shows internal details: no stack trace, path, SQL statement, secret or token",
  cause: "secrets",
  faultCode: "F209",
  faultKeys: /a stack trace$/,
  judge(exchange, context) {
    const { request, showsToken } = exchange;
    const { status, body } = exchange.response;
    if (status < 400) return [];
    const text = unescaped(body);
    const sent = `${decodeSegment(request.path) ?? request.path} ${unescaped(request.body ?? "")}`;
    const found = disclosures.flatMap(([name, pattern]) => {
      const match = findPatternMatch(pattern, text);
      // Text from the request may be repeated in the response.
      if (match === undefined || sent.includes(match) || hasNoPassword(match)) return [];
      if (pattern === JWT && (showsToken || isDocumented(match, exchange, context))) return [];
      return [name];
    });
    return [...new Set([...found, ...(showsToken ? ["the token of the request"] : [])])].map((name) => ({
      key: `${status} ${name}`,
      message: `The body of status ${status} shows ${name}`,
    }));
  },
};

/** First match of a pattern, including the prefix that its lookbehind captures. */
function findPatternMatch(pattern: Pattern, text: string): string | undefined {
  if (typeof pattern === "function") return pattern(text);
  const found = pattern.exec(text);
  if (found) return ((found.groups?.["start"] ?? "") + found[0]).trim();
  return undefined;
}

/** First SQL statement. A keyword without its second word is not searched again in the same line, to stay linear. */
function findSqlStatement(text: string): string | undefined {
  const searched: Record<string, number> = {};
  for (const { 0: found, index } of text.matchAll(/\b(?:SELECT|UPDATE)\s|\b(?:INSERT\s+INTO|DELETE\s+FROM)\s+\w+/g)) {
    const whole = found.startsWith("SELECT")
      ? /SELECT\s.+\sFROM\s+\w+/y
      : found.startsWith("UPDATE")
        ? /UPDATE\s.+\sSET\s+\w+/y
        : undefined;
    if (!whole) return found;
    const word = found.slice(0, 6);
    const start = index + found.length;
    if (start <= (searched[word] ?? 0)) continue;
    whole.lastIndex = index;
    const statement = whole.exec(text)?.[0];
    if (statement !== undefined) return statement;
    const line = /.*/y;
    line.lastIndex = start;
    searched[word] = start + (line.exec(text)?.[0].length ?? 0);
  }
  return undefined;
}

function hasNoPassword(text: string): boolean {
  // A placeholder in brackets may contain any text up to the @: "postgres://user:<password>@host".
  return noPassword.test(text) || (text.match(/:[<{[$%].*/g) ?? []).some((rest) => rest.includes("@"));
}

/** True if a value is the whole value of a documented property, so that the provider shows it on purpose. */
function isDocumented(value: string, { response }: Exchange, { contract, documented }: CheckContext): boolean {
  const schema = documented && findResponseMedia(response, documented)?.schema;
  const body = jsonIn(response);
  if (!schema || body === undefined) return false;
  return listSchemaPlaces(contract, schema.pointer, body, "response").some((place) => place.value === value);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Body without JSON string escapes. It works on truncated JSON and on JSON within strings. */
function unescaped(body: string): string {
  if (!/^\s*[[{"]/.test(body)) return body;
  return body.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
}
