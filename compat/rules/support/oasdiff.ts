import { oasdiffIds } from "./oasdiff-ids.ts";
import type { AnyRule, Found, OasdiffId } from "./rule.ts";

/** Where oasdiff looks for a change: a webhook's payload is a request to it. */
export type OasdiffSide = "request" | "response";

/**
 * What oasdiff calls a change, if it has a name for it. In a rule's ids `{part}` stands for the place where it was found
 * ("request-body", "response-property", …), and `{side}` for the side; of several, the first counts that oasdiff has.
 */
export function oasdiffIdOf(
  { on, oasdiff }: AnyRule,
  found: Found,
  path: string,
  side: OasdiffSide,
): string | undefined {
  const parts = partsOf(path, side);
  const inner = on === "schema" ? innerIdOf(found) : undefined;
  const around = inner === undefined ? [] : partsOf(path.replace(innerStep, ""), side);
  const said = found.oasdiff ?? chosen(oasdiff, found, parts[0] ?? "");
  const ids = [
    ...around.map((part) => `${part}-${inner}`),
    ...[said ?? []].flat().flatMap((id) => writtenFor(id, parts, side)),
  ];
  return ids.find((id) => oasdiffIds.has(id));
}

function writtenFor(id: string, parts: readonly string[], side: OasdiffSide): readonly string[] {
  return id.includes("{part}") ? parts.map((part) => id.replace("{part}", part)) : [id.replace("{side}", side)];
}

function chosen(oasdiff: OasdiffId | undefined, found: Found, part: string): string | readonly string[] | undefined {
  if (typeof oasdiff === "function") return oasdiff(found, part);
  if (typeof oasdiff === "string" || !oasdiff || !isByCase(oasdiff)) return oasdiff;
  return found.before === undefined ? oasdiff.added : found.after === undefined ? oasdiff.removed : oasdiff.changed;
}

function isByCase(oasdiff: Exclude<OasdiffId, string>): oasdiff is Extract<OasdiffId, { readonly added?: string }> {
  return !Array.isArray(oasdiff);
}

/** What the place of a path is called, the closest name first. */
function partsOf(path: string, side: OasdiffSide): readonly string[] {
  const [, place = "", rest = ""] = /^(body|query|path|header|cookie)(.*)$/s.exec(path) ?? [];
  if (place === "body") return [rest === "" ? `${side}-body` : `${side}-property`];
  const [, inside = ""] = /^(?:\.[^.[]+|\["[^"]*"\])(.*)$/s.exec(rest) ?? [];
  if (side === "response") return inside === "" ? ["response-header"] : [];
  if (inside === "") return ["request-parameter"];
  return [
    ...(place === "header" ? ["request-header-property"] : []),
    "request-parameter-property",
    // The items of a list are the parameter's own.
    ...(inside === "[]" ? ["request-parameter"] : []),
  ];
}

const innerStep = /(\[\d*\]|\.\*)$/;
const innerKeyword = /\/(?:(prefixItems)\/\d+|(unevaluatedItems|unevaluatedProperties))(?:\/[^/]+)?$/;
const bareMediaType = /\/content\/[^/]+$/;

/** A keyword that only one side has, for items, members or a body, has an id of its own, whatever it says of them. */
function innerIdOf({ base, revision }: Found): string | undefined {
  const [wasBare, isBare] = [base, revision].map((at) => bareMediaType.test(at));
  if (wasBare !== isBare) return `media-type-schema-${wasBare ? "added" : "removed"}`;
  const [before, after] = [base, revision].map((at) => {
    const [, listed, other] = innerKeyword.exec(at) ?? [];
    return listed ?? other;
  });
  if (before === after || (before !== undefined && after !== undefined)) return undefined;
  const name = (before ?? after ?? "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${name}-${before === undefined ? "added" : "removed"}`;
}

/** The id of a limit: it depends on whether the limit itself is in, and on whether there was one of that kind. */
export function limitId(limit: "min" | "max", turned: "increased" | "decreased"): OasdiffId {
  const isTighter = turned === (limit === "max" ? "decreased" : "increased");
  return ({ base, revision, before, after }) => {
    const [wasOpen, isOpen] = [base, revision].map((at) => /\/exclusiveM(in|ax)imum$/.test(at));
    const name = `${wasOpen || isOpen ? "exclusive-" : ""}${limit}`;
    const isSet = before === undefined || (!wasOpen && isOpen && isTighter);
    return `{part}-${name}-${isSet ? "set" : after === undefined ? "unset" : turned}`;
  };
}

/** The id of how a text holds something else: it depends on the keyword. */
export function contentId(turned: "added" | "changed" | "removed"): OasdiffId {
  return ({ base, revision }) => {
    const at = turned === "added" ? revision : base;
    if (at.endsWith("/contentEncoding")) return "{part}-content-encoding-changed";
    return at.endsWith("/contentMediaType") ? "{part}-content-media-type-changed" : `{part}-content-schema-${turned}`;
  };
}
