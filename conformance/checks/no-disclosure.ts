import { decodeSegment, placesOf } from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { mediaOf } from "../model/media-of.ts";
import type { Check, Judged } from "./check.ts";

const TOKEN = "a token";

/** Finds the first text of its kind. */
type Pattern = RegExp | ((text: string) => string | undefined);

/** The signature is as long as what it is made with. */
const JWT = /\.(?<=(?<start>\beyJ[\w-]{8,})\.)eyJ[\w-]{8,}\.[\w-]{8,}/;

/** What may stand where a password does: a mask, or words for one. */
const noPassword = /:(?:[*•·.x]+|pass(?:word|wd)?|pwd|secret|redacted)@/i;

/**
 * What an answer must not tell of the provider's inside, and what each looks like. Bodies may be large, and made to be
 * slow to search: each expression takes linear time. The start of a line is followed by spaces of that line only, and a
 * beginning that may occur again and again in one word is looked for backwards, from what must follow it.
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
  // A form that is told of begins so, too, and has no key in it.
  ["a private key", /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[\w+/=:,\s-]{40,}/],
  [TOKEN, /\b[rs]k_live_[A-Za-z\d]{16,}/],
  [TOKEN, /\bA[KS]IA(?!\w*EXAMPLE)[A-Z\d]{16}\b/],
  [TOKEN, /\bgh[opsru]_[A-Za-z\d]{36,}|\bgithub_pat_\w{40,}|\bglpat-[\w-]{20,}/],
  [TOKEN, /\bxox[abeoprs]-\d{6,}-[A-Za-z\d-]{8,}/],
  [TOKEN, JWT],
  ["a statement of a database", statementIn],
];

/** Errors tell what is wrong with the request, not what the provider is made of. */
export const noDisclosure: Check = {
  id: "no-disclosure",
  claim: "No error tells of the provider's inside: no stack trace, no path, no statement, no secret, no token",
  judge(exchange, judged) {
    const { request, showsToken } = exchange;
    const { status, body } = exchange.response;
    if (status < 400) return [];
    const text = unescaped(body);
    const sent = `${decodeSegment(request.path) ?? request.path} ${unescaped(request.body ?? "")}`;
    const found = disclosures.flatMap(([name, pattern]) => {
      const match = matchOf(pattern, text);
      // What the request itself said may be said again.
      if (match === undefined || sent.includes(match) || hasNoPassword(match)) return [];
      return pattern === JWT && (showsToken || isDocumented(match, exchange, judged)) ? [] : [name];
    });
    return [...new Set([...found, ...(showsToken ? ["the token of the request"] : [])])].map((name) => ({
      key: `${status} ${name}`,
      message: `The body of status ${status} shows ${name}`,
    }));
  },
};

/** The text that an expression finds first, with the start that it looks for backwards. */
function matchOf(pattern: Pattern, text: string): string | undefined {
  if (typeof pattern === "function") return pattern(text);
  const found = pattern.exec(text);
  return found ? ((found.groups?.["start"] ?? "") + found[0]).trim() : undefined;
}

/** The first statement of SQL. If one lacks its second word, so does each that begins later in the same line. */
function statementIn(text: string): string | undefined {
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
  // A placeholder goes on to the last @ of its line: "postgres://user:<password>@host".
  return noPassword.test(text) || (text.match(/:[<{[$%].*/g) ?? []).some((rest) => rest.includes("@"));
}

/** Whether a value is all of a field that the contract names: then it is meant to be answered. */
function isDocumented(value: string, { response }: Exchange, { contract, documented }: Judged): boolean {
  const schema = documented && mediaOf(response, documented)?.schema;
  const body = jsonIn(response);
  if (!schema || body === undefined) return false;
  return placesOf(contract, schema.pointer, body, "response").some((place) => place.value === value);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** What the texts of a JSON body say; a body may be cut off, or hold JSON in a text. */
function unescaped(body: string): string {
  if (!/^\s*[[{"]/.test(body)) return body;
  return body.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign);
}
