import type { Pairs, SecurityScheme } from "../../contracts/index.ts";
import { readCookie } from "../model/cookie.ts";
import type { MockRequest } from "../model/exchange.ts";

/** Organization of requests without credentials. */
export const PUBLIC_ORGANIZATION = "public";

/** Credential that does not have the form of its scheme, with the reason. */
export interface MalformedCredential {
  readonly malformed: string;
}

/** Credential of a request for a security scheme. Undefined if the request has none. */
export function readCredential(
  { type, scheme, in: place, parameter = "" }: SecurityScheme,
  request: MockRequest,
  query: () => Pairs,
): string | MalformedCredential | undefined {
  const header = request.headers["authorization"];
  if (type === "apiKey") {
    if (place === "header" && parameter.toLowerCase() === "authorization") return readAnyToken(header);
    if (place === "header") return request.headers[parameter.toLowerCase()];
    if (place === "query") return query().find(([name]) => name === parameter)?.[1];
    return readCookie(request.headers["cookie"], parameter);
  }
  if (scheme === "basic") return malformedBasic(header) ?? readBasicUser(header);
  const isUnusual = type === "http" && scheme !== undefined && scheme !== "bearer";
  if (!isUnusual) return malformedBearer(header) ?? readBearer(header);
  if (header?.slice(0, scheme.length + 1).toLowerCase() === `${scheme} `) return readAnyToken(header);
  return undefined;
}

/** Members of an Authorization header that identify the sender, beside a signature that differs each time. */
const senders =
  /\b(?:credential|username|user|keyid|key|id|token|oauth_token|oauth_consumer_key)\s*=\s*"?([^"',/\s]+)/i;

/** Token in an Authorization header of any form: "Bot x", "Token x" or "x". */
export function readAnyToken(header: string | undefined): string | undefined {
  const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(header?.trim() ?? "") ?? [];
  if (word === "" || (rest === "" && authenticationSchemes.has(word.toLowerCase()))) return undefined;
  return readBasicUser(header) ?? senders.exec(rest)?.[1] ?? (rest || word);
}

/** Names of schemes. A header with the name alone has no token. */
const authenticationSchemes: ReadonlySet<string> = new Set(["basic", "bearer", "bot", "digest", "token"]);

/** Token in a header "Authorization: Bearer …". */
export function readBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return header.slice(7).trim() || undefined;
}

/** A token contains no white space (RFC 6750, section 2.1): "Bearer Bearer x" is a common mistake. */
function malformedBearer(header: string | undefined): MalformedCredential | undefined {
  if (/\s/.test(readBearer(header) ?? "")) return { malformed: "The bearer token contains white space" };
  return undefined;
}

/** User name of HTTP Basic, which identifies the caller, or the password if the user name is empty. */
function readBasicUser(header: string | undefined): string | undefined {
  const pair = basicPair(header);
  if (pair === undefined) return undefined;
  const [user, password] = pair;
  return user || password || undefined;
}

/** User name and password of HTTP Basic. The name ends at the first colon (RFC 7617, section 2). */
export function basicPair(header: string | undefined): readonly [user: string, password: string] | undefined {
  if (header === undefined || !basicStart.test(header) || malformedBasic(header)) return undefined;
  const text = basicText(header).toString();
  const colon = text.indexOf(":");
  return [text.slice(0, colon), text.slice(colon + 1)];
}

const basicStart = /^basic(?: |$)/i;

/** Reason why a header of HTTP Basic is malformed. Undefined for a correct one, and for a header of another scheme. */
export function malformedBasic(header: string | undefined): MalformedCredential | undefined {
  if (header === undefined || !basicStart.test(header)) return undefined;
  const sent = header.slice(6).trim();
  if (sent === "") return { malformed: "HTTP Basic has no user name and password" };
  if (!/^[\w+/-]+={0,2}$/.test(sent) || sent.replaceAll("=", "").length % 4 === 1)
    return { malformed: "HTTP Basic must be base64 of USER:PASSWORD, and this is not base64" };
  if (!basicText(header).includes(":"))
    return { malformed: "HTTP Basic must be base64 of USER:PASSWORD, and this contains no colon" };
  return undefined;
}

function basicText(header: string): Buffer {
  return Buffer.from(header.slice(6), "base64");
}
