import type { Parameter, SecurityRequirement, SecurityScheme } from "../../contracts/index.ts";
import { compareText } from "../model/compare-text.ts";
import type { Both } from "../model/pair.ts";
import type { Credentials, ExchangeNode } from "./nodes/subjects.ts";

/** Checks that credentials satisfy one of the requirements. An empty list of requirements needs no credentials. */
export function suffices(credentials: Credentials, requirements: readonly Credentials[]): boolean {
  return sufficesBy(credentials, requirements, (has, needed) => has.identity === needed.identity);
}

/** Like suffices(), with all schemes of one kind treated as the same scheme. */
function sufficesIgnoringNames(credentials: Credentials, requirements: readonly Credentials[]): boolean {
  return sufficesBy(credentials, requirements, () => true);
}

function sufficesBy(
  credentials: Credentials,
  requirements: readonly Credentials[],
  isSame: (has: Credentials[number], needed: Credentials[number]) => boolean,
): boolean {
  return (
    requirements.length === 0 ||
    requirements.some((needed) =>
      needed.every((one) => credentials.some((has) => isSame(has, one) && satisfies(has, one))),
    )
  );
}

/** Credentials that satisfy one side only, as one change reports them; undefined without any. */
export function credentialsBeyond(
  own: readonly Credentials[] | undefined,
  others: readonly Credentials[] | undefined,
): { readonly text: string; readonly values: readonly string[] } | undefined {
  if (!own || !others) return undefined;
  const beyond = acceptedCredentials(own)
    .filter((credentials) => !suffices(credentials, others))
    .map((credentials) => {
      const { isNamed, values } = credentialsInChange(credentials, others);
      return { text: credentialsOrNone(credentials, isNamed), values };
    })
    .toSorted((one, other) => compareText(one.text, other.text));
  if (beyond.length === 0) return undefined;
  return { text: beyond.map(({ text }) => text).join(", or "), values: beyond.flatMap(({ values }) => values) };
}

/** Credentials as a change reports them. Scheme names are included only if the sides differ in nothing else. */
export function credentialsInChange(
  credentials: Credentials,
  others: readonly Credentials[],
): { readonly isNamed: boolean; readonly values: readonly string[] } {
  const isNamed = sufficesIgnoringNames(credentials, others);
  const names = isNamed ? credentials.map(({ name }) => name).toSorted() : [];
  return { isNamed, values: [describeCredentials(credentials), ...names] };
}

/** Id that oasdiff gives a change of security: scope or scheme, added or removed, of one operation or of all. */
export function oasdiffSecurityId(
  base: ExchangeNode,
  revision: ExchangeNode,
  direction: "narrowed" | "widened",
): string {
  const [fromBase, fromRevision] = [base, revision].map(({ security = [] }) =>
    security.map((all) =>
      all
        .map((one) => `${describeCredentialKind(one)} ${one.identity}`)
        .toSorted()
        .join(" + "),
    ),
  ) as [string[], string[]];
  const isScope = JSON.stringify(fromBase.toSorted()) === JSON.stringify(fromRevision.toSorted());
  const hasRemoved = fromBase.some((one) => !fromRevision.includes(one));
  const hasAdded = fromRevision.some((one) => !fromBase.includes(one));
  const isAdded = isScope ? direction === "narrowed" : direction === "narrowed" ? !hasRemoved : hasAdded;
  const isGlobal = isSecurityOfDocument(base, revision);
  return `api${isGlobal ? "-global" : ""}-security${isScope ? "-scope" : ""}-${isAdded ? "added" : "removed"}`;
}

/** Places of a change of security: the security of the whole document if no side has its own, so that it is one change. */
export function placesOfSecurity(base: ExchangeNode, revision: ExchangeNode): Both<string> {
  const isShared = isSecurityOfDocument(base, revision);
  return {
    base: isShared ? base.securityAt : base.pointer,
    revision: isShared ? revision.securityAt : revision.pointer,
  };
}

function isSecurityOfDocument(base: ExchangeNode, revision: ExchangeNode): boolean {
  return !base.hasOwnSecurity && !revision.hasOwnSecurity;
}

/** Checks that a parameter is an API key that every requirement contains. */
export function isCredential({ name, in: place }: Parameter, requirements: readonly SecurityRequirement[]): boolean {
  const carries = ({ type, in: at, parameter = "" }: SecurityScheme): boolean =>
    type === "apiKey" &&
    at === place &&
    (place === "header" ? parameter.toLowerCase() === name.toLowerCase() : parameter === name);
  return requirements.length > 0 && requirements.every((all) => all.some(carries));
}

/** Alternatives of credentials that are accepted. Without requirements, the only alternative is no credentials. */
export function acceptedCredentials(security: readonly Credentials[]): readonly Credentials[] {
  return security.length === 0 ? [[]] : security;
}

/** Describes credentials as requests contain them. Scheme names are added only to distinguish schemes of one kind. */
function describeCredentials(credentials: SecurityRequirement, isNamed = false): string {
  if (credentials.length === 0) return "A request without credentials";
  const described = credentials.map((one) =>
    isNamed ? `${describeScheme(one)} of "${one.name}"` : describeScheme(one),
  );
  return described.toSorted().join(" and ");
}

/** Message about credentials that the provider sends in the revision only. */
export function sentNowMessage(credentials: SecurityRequirement, isNamed = false): string {
  if (credentials.length === 0) return "May be sent without credentials now";
  return `May be sent with ${describeCredentials(credentials, isNamed)} now`;
}

/** Message about credentials that the provider no longer sends, or only together with others. */
export function noLongerSentMessage(credentials: SecurityRequirement, isNamed = false): string {
  if (credentials.length === 0) return "No longer sent without credentials";
  return `No longer sent with just ${describeCredentials(credentials, isNamed)}`;
}

function credentialsOrNone(credentials: SecurityRequirement, isNamed: boolean): string {
  if (credentials.length === 0) return "no credentials";
  return describeCredentials(credentials, isNamed);
}

function satisfies(has: SecurityScheme, needed: SecurityScheme): boolean {
  const scopes = new Set(has.scopes);
  return (
    describeCredentialKind(has) === describeCredentialKind(needed) &&
    (needed.scopes ?? []).every((scope) => scopes.has(scope))
  );
}

/** The form of a scheme on the wire: schemes of one kind are distinguished by their names alone. */
export function describeCredentialKind({ name, type, scheme, in: place, parameter }: SecurityScheme): string {
  const isNamed = type === "oauth2" || type === "openIdConnect" || (type === "http" && scheme === undefined);
  // HTTP authentication schemes and header names are case-insensitive (RFC 9110).
  const carried = place === "header" ? parameter?.toLowerCase() : parameter;
  return [
    type,
    scheme?.toLowerCase(),
    place,
    carried,
    isNamed && scheme === undefined && type === "http" ? name : "",
  ].join(" ");
}

function describeScheme({ name, type, scheme, in: place, parameter, scopes = [] }: SecurityScheme): string {
  const kind =
    type === "apiKey" ? `API key "${parameter}" (${place})` : type === "http" ? `${scheme ?? name} credentials` : type;
  if (scopes.length > 0)
    return `${kind} with ${scopes
      .toSorted()
      .map((scope) => `"${scope}"`)
      .join(", ")}`;
  return kind;
}
