import { createHash } from "node:crypto";
import type { Operation, Pairs, SecurityScheme } from "../../contracts/index.ts";
import { cookieIn } from "../model/cookie.ts";
import type { MockRequest } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";

/** Where operations without security keep their state. */
export const PUBLIC_ORGANIZATION = "public";

const tokenForm = /^org_([A-Za-z0-9][A-Za-z0-9_-]*)(:.*)?$/s;

/** The form of tokens that the Access Token API issues; whatever else follows the colon says nothing. */
const issuedForm = /:(tok_[A-Za-z0-9]+)_([0-9a-f]{32})$/;

/** The organization that a token names: "org_acme" and "org_acme:anything" name "acme". */
export function organizationOf(token: string): string | undefined {
  return tokenForm.exec(token)?.[1];
}

/** A token that names an organization. */
export function tokenOf(organization: string): string {
  return `org_${organization}`;
}

/** The id and the secret in a token that was issued through the Access Token API; nothing in any other. */
export function issuedIn(token: string): { readonly id: string; readonly secret: string } | undefined {
  const found = token.includes(":tok_") ? issuedForm.exec(token) : null;
  return found ? { id: found[1] as string, secret: found[2] as string } : undefined;
}

/** Refuses a token that has the right form (§5.1). */
export function refuseToken({ security }: Operation, refused: string): Refusal {
  return refuse(refused, security[0] ?? []);
}

/** The organization that a request may act for, or why it may not (§5.1). */
export function authenticate(operation: Operation, request: MockRequest, query: () => Pairs): string | Refusal {
  const { security } = operation;
  let lacking: Refusal | undefined;
  let unknown: Refusal | undefined;
  for (const requirement of security) {
    // A client certificate is shown to the transport, and to nobody here.
    const schemes = requirement.filter(({ type }) => type !== "mutualTLS");
    if (schemes.length === 0) continue;
    const tokens = schemes.map((scheme) => credentialOf(scheme, request, query));
    const organizations = tokens.map((token) => (token === undefined ? undefined : organizationOf(token)));
    if (organizations.every((name) => name !== undefined)) return organizations[0] as string;
    if (tokens.includes(undefined)) lacking ??= missing(schemes);
    else unknown ??= unknownToken(schemes);
  }
  const isFree = security.every((requirement) => requirement.every(({ type }) => type === "mutualTLS"));
  if (isFree || security.some((requirement) => requirement.length === 0))
    return organizationIn(request) ?? PUBLIC_ORGANIZATION;
  return (unknown ?? lacking) as Refusal;
}

/** The organization that a request's bearer token names, if it carries one. */
export function organizationIn(request: MockRequest): string | undefined {
  const token = bearerOf(request.headers["authorization"]);
  return token === undefined ? undefined : organizationOf(token);
}

function credentialOf(
  { type, scheme, in: place, parameter = "" }: SecurityScheme,
  request: MockRequest,
  query: () => Pairs,
): string | undefined {
  const header = request.headers["authorization"];
  if (type === "apiKey") {
    if (place === "header" && parameter.toLowerCase() === "authorization") return anyTokenIn(header);
    if (place === "header") return request.headers[parameter.toLowerCase()];
    if (place === "query") return query().find(([name]) => name === parameter)?.[1];
    return cookieIn(request.headers["cookie"], parameter);
  }
  if (scheme === "basic") return userOf(header);
  const isUnusual = type === "http" && scheme !== undefined && scheme !== "bearer";
  if (!isUnusual) return bearerOf(header);
  return header?.slice(0, scheme.length + 1).toLowerCase() === `${scheme} ` ? anyTokenIn(header) : undefined;
}

/** The members of an Authorization header that say who sends it, beside a signature that differs each time. */
const senders =
  /\b(?:credential|username|user|keyid|key|id|token|oauth_token|oauth_consumer_key)\s*=\s*"?([^"',/\s]+)/i;

/**
 * The token in an Authorization header of any form: "Bot x", "Token x" or "x". One that names no organization has one of
 * its own, whose name does not tell the token: documents of others do not know how tokens read here.
 */
function anyTokenIn(header: string | undefined): string | undefined {
  const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(header?.trim() ?? "") ?? [];
  if (word === "" || (rest === "" && authenticationSchemes.has(word.toLowerCase()))) return undefined;
  const token = userOf(header) ?? senders.exec(rest)?.[1] ?? (rest || word);
  if (organizationOf(token) !== undefined) return token;
  return `org_key-${createHash("sha256").update(token).digest("hex").slice(0, 16)}`;
}

/** Words that are no token by themselves. */
const authenticationSchemes: ReadonlySet<string> = new Set(["basic", "bearer", "bot", "digest", "token"]);

/** The token in a header "Authorization: Bearer …". */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return header.slice(7).trim() || undefined;
}

/** The user name of HTTP Basic stands for the token. */
function userOf(header: string | undefined): string | undefined {
  if (header === undefined || !/^basic /i.test(header)) return undefined;
  const text = Buffer.from(header.slice(6), "base64").toString();
  return text.slice(0, text.lastIndexOf(":") < 0 ? text.length : text.lastIndexOf(":")) || undefined;
}

function missing(requirement: readonly SecurityScheme[]): Refusal {
  const place = requirement.map(describe).join(" and ");
  return refuse(`The request carries no credentials: send ${place} with a token such as org_acme`, requirement);
}

function unknownToken(requirement: readonly SecurityScheme[]): Refusal {
  return refuse(
    "The token names no organization: it must read org_<name> or org_<name>:<anything>, such as org_acme",
    requirement,
  );
}

function refuse(refused: string, requirement: readonly SecurityScheme[]): Refusal {
  const challenge = requirement.some(({ scheme }) => scheme === "basic")
    ? 'Basic realm="mock"'
    : wordOf(requirement[0]);
  return { refused, status: 401, headers: { "www-authenticate": challenge } };
}

function describe({ type, scheme, in: place, parameter }: SecurityScheme): string {
  if (type === "apiKey") return `the ${place} "${parameter}"`;
  return scheme === "basic"
    ? "HTTP Basic with the token as the user"
    : `the header "Authorization: ${wordOf({ type, scheme })} …"`;
}

/** The word that goes before a token: "Token" for the scheme "token". */
function wordOf({ type, scheme }: { readonly type?: string; readonly scheme?: string | undefined } = {}): string {
  return type === "http" && scheme ? scheme.charAt(0).toUpperCase() + scheme.slice(1) : "Bearer";
}
