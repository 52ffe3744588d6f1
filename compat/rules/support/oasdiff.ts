import { oasdiffIds } from "./oasdiff-ids.ts";
import type { AnyRule, Found, OasdiffId } from "./rule.ts";

/** Side of an exchange in oasdiff, which treats the payload of a webhook as a request. */
export type OasdiffSide = "request" | "response";

/**
 * Id of a change in oasdiff, if it has one. In the ids of a rule, `{part}` is the place ("request-body",
 * "response-property", …) and `{side}` the side; of several ids, the first that oasdiff has counts.
 */
export function findOasdiffId(
  { on, oasdiff }: AnyRule,
  found: Found,
  path: string,
  side: OasdiffSide,
): string | undefined {
  const parts = listOasdiffParts(path, side);
  const inner = on === "schema" ? findInnerId(found) : undefined;
  const around = inner === undefined ? [] : listOasdiffParts(path.replace(innerStep, ""), side);
  const said = found.oasdiff ?? chosen(oasdiff, found, parts[0] ?? "");
  const ids = [
    ...around.map((part) => `${part}-${inner}`),
    ...[said ?? []].flat().flatMap((id) => fillOasdiffId(id, parts, side)),
  ];
  return ids.find((id) => oasdiffIds.has(id));
}

function fillOasdiffId(id: string, parts: readonly string[], side: OasdiffSide): readonly string[] {
  if (id.includes("{part}")) return parts.map((part) => id.replace("{part}", part));
  return [id.replace("{side}", side)];
}

function chosen(oasdiff: OasdiffId | undefined, found: Found, part: string): string | readonly string[] | undefined {
  if (typeof oasdiff === "function") return oasdiff(found, part);
  if (typeof oasdiff === "string" || !oasdiff || !isByCase(oasdiff)) return oasdiff;
  if (found.before === undefined) return oasdiff.added;
  if (found.after === undefined) return oasdiff.removed;
  return oasdiff.changed;
}

function isByCase(oasdiff: Exclude<OasdiffId, string>): oasdiff is Extract<OasdiffId, { readonly added?: string }> {
  return !Array.isArray(oasdiff);
}

/** Names of a place in oasdiff, the most specific first. */
function listOasdiffParts(path: string, side: OasdiffSide): readonly string[] {
  const [, place = "", rest = ""] = /^(body|query|path|header|cookie)(.*)$/s.exec(path) ?? [];
  if (place === "body") return [rest === "" ? `${side}-body` : `${side}-property`];
  const [, inside = ""] = /^(?:\.[^.[]+|\["[^"]*"\])(.*)$/s.exec(rest) ?? [];
  if (side === "response") return inside === "" ? ["response-header"] : [];
  if (inside === "") return ["request-parameter"];
  return [
    ...(place === "header" ? ["request-header-property"] : []),
    "request-parameter-property",
    // oasdiff reports the items of a list at the parameter itself.
    ...(inside === "[]" ? ["request-parameter"] : []),
  ];
}

const innerStep = /(\[\d*\]|\.\*)$/;
const innerKeyword = /\/(?:(prefixItems)\/\d+|(unevaluatedItems|unevaluatedProperties))(?:\/[^/]+)?$/;
const bareMediaType = /\/content\/[^/]+$/;

/** Id of a keyword for items, members or a body that only one side has, whatever its value is. */
function findInnerId({ base, revision }: Found): string | undefined {
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

/** Id of a limit. It depends on whether the limit is exclusive, and whether there was one before. */
export function limitId(limit: "min" | "max", turned: "increased" | "decreased"): OasdiffId {
  const isTighter = turned === (limit === "max" ? "decreased" : "increased");
  return ({ base, revision, before, after }) => {
    const [wasOpen, isOpen] = [base, revision].map((at) => /\/exclusiveM(in|ax)imum$/.test(at));
    const name = `${wasOpen || isOpen ? "exclusive-" : ""}${limit}`;
    const isSet = before === undefined || (!wasOpen && isOpen && isTighter);
    return `{part}-${name}-${isSet ? "set" : after === undefined ? "unset" : turned}`;
  };
}

/** Id of encoded content. It depends on the keyword. */
export function contentId(turned: "added" | "changed" | "removed"): OasdiffId {
  return ({ base, revision }) => {
    const at = turned === "added" ? revision : base;
    if (at.endsWith("/contentEncoding")) return "{part}-content-encoding-changed";
    if (at.endsWith("/contentMediaType")) return "{part}-content-media-type-changed";
    return `{part}-content-schema-${turned}`;
  };
}
