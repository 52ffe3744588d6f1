import type { Parameter, SecurityRequirement, SecurityScheme } from "../contracts/index.ts";
import type { ExchangeNode } from "./subjects.ts";

/** Whether credentials of one kind pass where any one of some requirements suffices; none at all is needed where there is none. */
export function suffices(credentials: SecurityRequirement, requirements: readonly SecurityRequirement[]): boolean {
  return (
    requirements.length === 0 ||
    requirements.some((needed) => needed.every((one) => credentials.some((has) => gives(has, one))))
  );
}

/**
 * What oasdiff calls a change of security: of its scopes, or of its schemes, where those that sufficed may go and others
 * come; of all operations, or of one.
 */
export function oasdiffOfSecurity(base: ExchangeNode, revision: ExchangeNode, turned: "narrowed" | "widened"): string {
  const [ours, theirs] = [base, revision].map(({ security = [] }) =>
    security.map((all) => all.map(kindOf).toSorted().join(" + ")),
  ) as [string[], string[]];
  const isScope = JSON.stringify(ours.toSorted()) === JSON.stringify(theirs.toSorted());
  const gone = ours.some((one) => !theirs.includes(one));
  const come = theirs.some((one) => !ours.includes(one));
  const isAdded = isScope ? turned === "narrowed" : turned === "narrowed" ? !gone : come;
  const isGlobal = !base.hasOwnSecurity && !revision.hasOwnSecurity;
  return `api${isGlobal ? "-global" : ""}-security${isScope ? "-scope" : ""}-${isAdded ? "added" : "removed"}`;
}

/** Whether a parameter is one of the credentials that any request has to have: an API key at the same place. */
export function isCredential({ name, in: place }: Parameter, requirements: readonly SecurityRequirement[]): boolean {
  const carries = ({ type, in: at, parameter = "" }: SecurityScheme): boolean =>
    type === "apiKey" &&
    at === place &&
    (place === "header" ? parameter.toLowerCase() === name.toLowerCase() : parameter === name);
  return requirements.length > 0 && requirements.every((all) => all.some(carries));
}

/** The ways to be let in: without any requirement, none is needed. */
export function waysIn(security: readonly SecurityRequirement[]): readonly SecurityRequirement[] {
  return security.length === 0 ? [[]] : security;
}

/** Credentials in words, by what is on the wire: scheme names are the document's own. */
export function describeCredentials(credentials: SecurityRequirement): string {
  return credentials.length === 0
    ? "A request without credentials"
    : credentials.map(describe).toSorted().join(" and ");
}

/** What is said of credentials that were enough. */
export function noLongerSuffices(credentials: SecurityRequirement): string {
  return `No longer enough: ${named(credentials)}`;
}

/** What is said of credentials that were not. */
export function sufficesNow(credentials: SecurityRequirement): string {
  return `Enough now: ${named(credentials)}`;
}

/** What is said of credentials that the provider sends now, where it sent others or more. */
export function sentNow(credentials: SecurityRequirement): string {
  return credentials.length === 0
    ? "May be sent without credentials now"
    : `May be sent with ${describeCredentials(credentials)} now`;
}

/** What is said of credentials that the provider does not send any more, or with others only. */
export function noLongerSent(credentials: SecurityRequirement): string {
  return credentials.length === 0
    ? "No longer sent without credentials"
    : `No longer sent with just ${describeCredentials(credentials)}`;
}

function named(credentials: SecurityRequirement): string {
  return credentials.length === 0 ? "no credentials" : describeCredentials(credentials);
}

function gives(has: SecurityScheme, needed: SecurityScheme): boolean {
  const scopes = new Set(has.scopes);
  return kindOf(has) === kindOf(needed) && (needed.scopes ?? []).every((scope) => scopes.has(scope));
}

function kindOf({ name, type, scheme, in: place, parameter }: SecurityScheme): string {
  const isNamed = type === "oauth2" || type === "openIdConnect" || (type === "http" && scheme === undefined);
  // Schemes of http and names of headers mean the same in any letters (RFC 9110).
  const carried = place === "header" ? parameter?.toLowerCase() : parameter;
  return [
    type,
    scheme?.toLowerCase(),
    place,
    carried,
    isNamed && scheme === undefined && type === "http" ? name : "",
  ].join(" ");
}

function describe({ name, type, scheme, in: place, parameter, scopes = [] }: SecurityScheme): string {
  const kind =
    type === "apiKey" ? `API key "${parameter}" (${place})` : type === "http" ? `${scheme ?? name} credentials` : type;
  return scopes.length > 0
    ? `${kind} with ${scopes
        .toSorted()
        .map((scope) => `"${scope}"`)
        .join(", ")}`
    : kind;
}
