import type { Parameter, SecurityRequirement, SecurityScheme } from "../../contracts/index.ts";
import type { Credentials, ExchangeNode } from "./nodes/subjects.ts";

/** Whether credentials pass where any one of some requirements suffices; none at all is needed where there is none. */
export function suffices(credentials: Credentials, requirements: readonly Credentials[]): boolean {
  return sufficesBy(credentials, requirements, (has, needed) => has.identity === needed.identity);
}

/** Whether they would if all schemes of a kind were one. */
function sufficesInKind(credentials: Credentials, requirements: readonly Credentials[]): boolean {
  return sufficesBy(credentials, requirements, () => true);
}

function sufficesBy(
  credentials: Credentials,
  requirements: readonly Credentials[],
  isSame: (has: Credentials[number], needed: Credentials[number]) => boolean,
): boolean {
  return (
    requirements.length === 0 ||
    requirements.some((needed) => needed.every((one) => credentials.some((has) => isSame(has, one) && gives(has, one))))
  );
}

/** What a change says of credentials: the names of schemes only where these alone tell the sides apart. */
export function credentialsAmong(
  credentials: Credentials,
  others: readonly Credentials[],
): { readonly isNamed: boolean; readonly values: readonly string[] } {
  const isNamed = sufficesInKind(credentials, others);
  const names = isNamed ? credentials.map(({ name }) => name).toSorted() : [];
  return { isNamed, values: [describeCredentials(credentials), ...names] };
}

/**
 * What oasdiff calls a change of security: of its scopes, or of its schemes, where those that sufficed may go and others
 * come; of all operations, or of one.
 */
export function oasdiffOfSecurity(base: ExchangeNode, revision: ExchangeNode, turned: "narrowed" | "widened"): string {
  const [ours, theirs] = [base, revision].map(({ security = [] }) =>
    security.map((all) =>
      all
        .map((one) => `${credentialKindOf(one)} ${one.identity}`)
        .toSorted()
        .join(" + "),
    ),
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
export function waysIn(security: readonly Credentials[]): readonly Credentials[] {
  return security.length === 0 ? [[]] : security;
}

/** Credentials in words, by what is on the wire: scheme names are the document's own, and tell schemes of a kind apart. */
function describeCredentials(credentials: SecurityRequirement, isNamed = false): string {
  if (credentials.length === 0) return "A request without credentials";
  const described = credentials.map((one) => (isNamed ? `${describe(one)} of "${one.name}"` : describe(one)));
  return described.toSorted().join(" and ");
}

/** What is said of credentials that were enough. */
export function noLongerSuffices(credentials: SecurityRequirement, isNamed = false): string {
  return `No longer enough: ${named(credentials, isNamed)}`;
}

/** What is said of credentials that were not. */
export function sufficesNow(credentials: SecurityRequirement, isNamed = false): string {
  return `Enough now: ${named(credentials, isNamed)}`;
}

/** What is said of credentials that the provider sends now, where it sent others or more. */
export function sentNow(credentials: SecurityRequirement, isNamed = false): string {
  return credentials.length === 0
    ? "May be sent without credentials now"
    : `May be sent with ${describeCredentials(credentials, isNamed)} now`;
}

/** What is said of credentials that the provider does not send any more, or with others only. */
export function noLongerSent(credentials: SecurityRequirement, isNamed = false): string {
  return credentials.length === 0
    ? "No longer sent without credentials"
    : `No longer sent with just ${describeCredentials(credentials, isNamed)}`;
}

function named(credentials: SecurityRequirement, isNamed: boolean): string {
  return credentials.length === 0 ? "no credentials" : describeCredentials(credentials, isNamed);
}

function gives(has: SecurityScheme, needed: SecurityScheme): boolean {
  const scopes = new Set(has.scopes);
  return (
    credentialKindOf(has) === credentialKindOf(needed) && (needed.scopes ?? []).every((scope) => scopes.has(scope))
  );
}

/** The form of a scheme on the wire: schemes of one kind are distinguished by their names alone. */
export function credentialKindOf({ name, type, scheme, in: place, parameter }: SecurityScheme): string {
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
