import type { Operation, Pairs, SecurityScheme } from "../contracts/index.ts";
import { cookieIn } from "./cookie.ts";
import type { MockRequest } from "./exchange.ts";
import type { Refusal } from "./problem.ts";

/** Where operations without security keep their state. */
export const PUBLIC_ORGANIZATION = "public";

const tokenForm = /^org_([A-Za-z0-9][A-Za-z0-9_-]*)(:.*)?$/s;

/** The form of tokens that the Access Token API issues; whatever else follows the colon says nothing. */
const issuedForm = /:(tok_[A-Za-z0-9]+)_([0-9a-f]{32})$/;

/** The organization that a token names: "org_acme" and "org_acme:anything" name "acme". */
export function organizationOf(token: string): string | undefined {
  return tokenForm.exec(token)?.[1];
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
  if (operation.security.length === 0) return organizationIn(request) ?? PUBLIC_ORGANIZATION;
  let lacking: Refusal | undefined;
  let unknown: Refusal | undefined;
  for (const requirement of operation.security) {
    if (requirement.length === 0) return organizationIn(request) ?? PUBLIC_ORGANIZATION;
    const tokens = requirement.map((scheme) => credentialOf(scheme, request, query));
    const organizations = tokens.map((token) => (token === undefined ? undefined : organizationOf(token)));
    if (organizations.every((name) => name !== undefined)) return organizations[0] as string;
    if (tokens.includes(undefined)) lacking ??= missing(requirement);
    else unknown ??= unknownToken(requirement);
  }
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
  if (type === "apiKey") {
    if (place === "header") return request.headers[parameter.toLowerCase()];
    if (place === "query") return query().find(([name]) => name === parameter)?.[1];
    return cookieIn(request.headers["cookie"], parameter);
  }
  const header = request.headers["authorization"];
  if (scheme === "basic") return userOf(header);
  return bearerOf(header);
}

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
  const challenge = requirement.some(({ scheme }) => scheme === "basic") ? 'Basic realm="mock"' : "Bearer";
  return { refused, status: 401, headers: { "www-authenticate": challenge } };
}

function describe({ type, scheme, in: place, parameter }: SecurityScheme): string {
  if (type === "apiKey") return `the ${place} "${parameter}"`;
  return scheme === "basic" ? "HTTP Basic with the token as the user" : 'the header "Authorization: Bearer …"';
}
