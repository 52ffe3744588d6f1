import { oasdiffIds } from "./oasdiff-ids.ts";
import type { AnyRule, Found, OasdiffId } from "./rule.ts";
import type { Polarity } from "./subjects.ts";

/**
 * What oasdiff calls a change, if it has a name for it: `{part}` in a rule's id stands for the place where it was
 * found, "request-body", "response-property", …
 */
export function oasdiffIdOf({ oasdiff }: AnyRule, found: Found, path: string, polarity?: Polarity): string | undefined {
  const part = partOf(path, polarity);
  const id = (found.oasdiff ?? chosen(oasdiff, found, part))?.replace("{part}", part);
  return id !== undefined && oasdiffIds.has(id) ? id : undefined;
}

function chosen(oasdiff: OasdiffId | undefined, found: Found, part: string): string | undefined {
  if (typeof oasdiff === "function") return oasdiff(found, part);
  if (typeof oasdiff !== "object") return oasdiff;
  return found.before === undefined ? oasdiff.added : found.after === undefined ? oasdiff.removed : oasdiff.changed;
}

function partOf(path: string, polarity: Polarity | undefined): string {
  const side = polarity === "out" ? "response" : "request";
  const [, place = "", rest = ""] = /^(body|query|path|header|cookie)(.*)$/s.exec(path) ?? [];
  if (place === "body") return rest === "" ? `${side}-body` : `${side}-property`;
  if (side === "response") return "response-header";
  return /^(\.[^.[]+|\["[^"]*"\])$/.test(rest) ? "request-parameter" : "request-parameter-property";
}

/** The id of a limit: it depends on whether the limit itself is in, and on whether there was one. */
export function limitId(limit: "min" | "max", turned: "increased" | "decreased"): OasdiffId {
  return ({ base, revision, before, after }) => {
    const isOpen = [base, revision].some((at) => /\/exclusiveM(in|ax)imum$/.test(at));
    const name = `${isOpen ? "exclusive-" : ""}${limit}`;
    return `{part}-${name}-${before === undefined ? "set" : after === undefined ? "unset" : turned}`;
  };
}
