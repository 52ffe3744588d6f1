import type { Operation, Pairs, SecurityScheme } from "../../contracts/index.ts";
import { cookieIn } from "../model/cookie.ts";
import type { CredentialPolicy } from "../model/credential-policy.ts";
import type { MockRequest } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";

/** Organization of requests without credentials. */
export const PUBLIC_ORGANIZATION = "public";

/** Refuses a credential that names an organization. */
export function refuseToken({ security }: Operation, refused: string): Refusal {
  return refuse(refused, security[0] ?? []);
}

/** Organization that a request acts for, or its refusal with 401. */
export function authenticate(
  operation: Operation,
  request: MockRequest,
  query: () => Pairs,
  policy: CredentialPolicy,
): string | Refusal {
  const { security } = operation;
  let missingRefusal: Refusal | undefined;
  let unknownRefusal: Refusal | undefined;
  for (const requirement of security) {
    // Only the transport sees a client certificate.
    const schemes = requirement.filter(({ type }) => type !== "mutualTLS");
    if (schemes.length === 0) continue;
    const credentials = schemes.map((scheme) => credentialOf(scheme, request, query));
    if (!credentials.every((credential) => credential !== undefined)) {
      missingRefusal ??= refuse(policy.missing(schemes.map(describe).join(" and ")), schemes);
      continue;
    }
    const organization = policy.organizationOf(credentials);
    if (organization !== undefined) return organization;
    unknownRefusal ??= refuse(policy.unknown, schemes);
  }
  const needsNoCredentials = security.every((requirement) => requirement.every(({ type }) => type === "mutualTLS"));
  if (needsNoCredentials || security.some((requirement) => requirement.length === 0))
    return organizationIn(request, policy) ?? PUBLIC_ORGANIZATION;
  return (unknownRefusal ?? missingRefusal) as Refusal;
}

/** Organization of a request's bearer token. Undefined without a token. */
export function organizationIn(request: MockRequest, policy: CredentialPolicy): string | undefined {
  const token = bearerOf(request.headers["authorization"]);
  return token === undefined ? undefined : policy.organizationOf([token]);
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

/** Members of an Authorization header that identify the sender, beside a signature that differs each time. */
const senders =
  /\b(?:credential|username|user|keyid|key|id|token|oauth_token|oauth_consumer_key)\s*=\s*"?([^"',/\s]+)/i;

/** Token in an Authorization header of any form: "Bot x", "Token x" or "x". */
function anyTokenIn(header: string | undefined): string | undefined {
  const [, word = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(header?.trim() ?? "") ?? [];
  if (word === "" || (rest === "" && authenticationSchemes.has(word.toLowerCase()))) return undefined;
  return userOf(header) ?? senders.exec(rest)?.[1] ?? (rest || word);
}

/** Names of schemes. A header with the name alone has no token. */
const authenticationSchemes: ReadonlySet<string> = new Set(["basic", "bearer", "bot", "digest", "token"]);

/** Token in a header "Authorization: Bearer …". */
export function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.slice(0, 7).toLowerCase() !== "bearer ") return undefined;
  return header.slice(7).trim() || undefined;
}

/** User name of HTTP Basic, which identifies the caller, or the password if the user name is empty. */
function userOf(header: string | undefined): string | undefined {
  if (header === undefined || !/^basic /i.test(header)) return undefined;
  const text = Buffer.from(header.slice(6), "base64").toString();
  const colon = text.lastIndexOf(":");
  return (colon < 0 ? text : text.slice(0, colon) || text.slice(colon + 1)) || undefined;
}

function refuse(refused: string, requirement: readonly SecurityScheme[]): Refusal {
  const challenge = requirement.some(({ scheme }) => scheme === "basic")
    ? 'Basic realm="mock"'
    : schemeWord(requirement[0]);
  return { refused, status: 401, headers: { "www-authenticate": challenge } };
}

function describe({ type, scheme, in: place, parameter }: SecurityScheme): string {
  if (type === "apiKey") return `the ${place} "${parameter}"`;
  return scheme === "basic"
    ? "HTTP Basic with the token as the user"
    : `the header "Authorization: ${schemeWord({ type, scheme })} …"`;
}

/** Word before a token: "Token" for the scheme "token". */
function schemeWord({ type, scheme }: { readonly type?: string; readonly scheme?: string | undefined } = {}): string {
  return type === "http" && scheme ? scheme.charAt(0).toUpperCase() + scheme.slice(1) : "Bearer";
}
