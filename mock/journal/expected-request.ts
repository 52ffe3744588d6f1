import type { Json } from "../../contracts/index.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import type { MockRequest } from "../model/exchange.ts";

/** Expected parts of a request. Members of these objects that are not named may have any value. */
export interface ExpectedRequest {
  /** Parameters of the query. A repeated parameter is a list. Values are text. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Headers. Upper and lower case of their names are the same. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Value of a JSON body, fields of a form, or the text of another body. */
  readonly body?: unknown;
}

/** Parts of a request that expectations can name. */
export interface RequestParts {
  readonly query: Readonly<Record<string, Json>>;
  readonly headers: Readonly<Record<string, Json>>;
  readonly body: Json | undefined;
}

/** Place in a request whose value is not the expected one. */
export interface Difference {
  readonly place: string;
  readonly expected: unknown;
  /** Undefined if the request has no such part. */
  readonly got: Json | undefined;
}

/** Matcher of Vitest or Jest for any value of a kind, such as `expect.any(String)`. */
interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
  toAsymmetricMatcher?(): string;
}

/** True if an expectation names parts of the request. */
export function namesParts({ query, headers, body }: ExpectedRequest): boolean {
  return query !== undefined || headers !== undefined || body !== undefined;
}

/** Parts of a request, from its URL, its headers and the value of its body. */
export function readRequestParts(
  url: string,
  { headers, body }: { readonly headers: MockRequest["headers"]; readonly body?: Json | undefined },
): RequestParts {
  const [, search = ""] = url.split(/\?(.*)/s);
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  return {
    query: parseFields(search),
    headers: headers as Readonly<Record<string, Json>>,
    body: isForm && typeof body === "string" ? parseFields(body) : body,
  };
}

/** True if a request has all expected parts. */
export function hasParts({ url, headers, body }: MockRequest, expected: ExpectedRequest): boolean {
  return findDifferences(readRequestParts(url, { headers, body: bodyValue(body) }), expected).length === 0;
}

/** Places of the expected parts that a request does not have, or where it has another value. */
export function findDifferences(parts: RequestParts, { query, headers, body }: ExpectedRequest): Difference[] {
  return [
    ...partDifferences("query", parts.query, asTexts(query)),
    ...partDifferences("headers", parts.headers, withLowerCaseNames(asTexts(headers))),
    ...partDifferences("body", parts.body, body),
  ];
}

/** Readable form of an expected value. */
export function expectedText(value: unknown): string {
  if (isMatcher(value)) return matcherText(value);
  return JSON.stringify(value, (_, each: unknown) => (isMatcher(each) ? matcherText(each) : each)) ?? String(value);
}

/** Differences of one part. Of an expected object, only the members that it names are compared. */
function partDifferences(place: string, got: unknown, expected: unknown): Difference[] {
  if (expected === undefined) return [];
  if (!isPlainObject(expected) || !isPlainObject(got)) {
    if (isEqual(got, expected)) return [];
    return [{ place, expected, got: got as Json | undefined }];
  }
  return Object.entries(expected).flatMap(([name, value]) => {
    const own = Object.hasOwn(got, name) ? (got[name] as Json | undefined) : undefined;
    if (isEqual(own, value)) return [];
    return [{ place: `${place}.${name}`, expected: value, got: own }];
  });
}

/** Compares values of JSON. Matchers decide for themselves. An expected undefined is an absent member. */
function isEqual(got: unknown, expected: unknown): boolean {
  if (isMatcher(expected)) return got !== undefined && expected.asymmetricMatch(got);
  if (Array.isArray(expected))
    return (
      Array.isArray(got) && got.length === expected.length && expected.every((each, index) => isEqual(got[index], each))
    );
  if (!isPlainObject(expected)) return Object.is(got, expected) || got === expected;
  if (!isPlainObject(got)) return false;
  const names = new Set([...Object.keys(got), ...Object.keys(expected)]);
  return [...names].every((name) => isEqual(got[name], expected[name]));
}

function isMatcher(value: unknown): value is AsymmetricMatcher {
  return typeof value === "object" && value !== null && "asymmetricMatch" in value;
}

function matcherText(matcher: AsymmetricMatcher): string {
  return matcher.toAsymmetricMatcher?.() ?? "a matcher";
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isMatcher(value);
}

/** Parameters and headers are text on the wire. An expected number or truth value is written as text. */
function asTexts(expected: unknown): unknown {
  if (typeof expected === "number" || typeof expected === "boolean") return String(expected);
  if (Array.isArray(expected)) return expected.map(asTexts);
  if (!isPlainObject(expected)) return expected;
  return Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, asTexts(value)]));
}

function withLowerCaseNames(headers: unknown): unknown {
  if (!isPlainObject(headers)) return headers;
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Values of a query or a form by name: a text, or the list of a repeated name. */
function parseFields(text: string): Record<string, Json> {
  const fields = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** Value of a JSON body, or the text of another. */
function bodyValue(body: Uint8Array | undefined): Json | undefined {
  if (!body || body.length === 0) return undefined;
  return parseJsonBody(body) ?? Buffer.from(body).toString();
}
