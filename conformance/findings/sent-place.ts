import { genericPointer } from "../model/generic-pointer.ts";

/** Part of a request that a finding is about. */
export interface SentPlace {
  /** "body/lines" or "query /limit", with `*` for each index. */
  readonly name: string;
  /** The same up to the first member. */
  readonly top: string;
  /** Kind of the value, without values that vary: "maxLength", or "type, text of an emoji". */
  readonly flaw: string;
  /** Location: "body", "query". */
  readonly within: string;
  /** Pointer as it was sent, with indexes. It ends at the object that lacks a member. */
  readonly pointer: string;
  /** Name of a missing member. */
  readonly missing?: string;
}

/**
 * The part of a request that the end of a message names: "… with status 400: body/year minimum, least". Undefined if
 * the message names none, or the request as a whole.
 */
export function sentPlaceIn(message: string): SentPlace | undefined {
  const [, within = "", pointer = "", keyword = "", detail = ""] =
    /: (body|query|path|header|cookie) ?(\/\S*)? (\w+)(, .*)?$/.exec(message) ?? [];
  const [, missing] = keyword === "required" ? (/^, without "([^"]+)"$/.exec(detail) ?? []) : [];
  const path = genericPointer(missing === undefined ? pointer : `${pointer}/${missing}`);
  if (path === "") return undefined;
  const prefix = within === "body" ? within : `${within} `;
  return {
    name: `${prefix}${path}`,
    top: `${prefix}${path.split("/").slice(0, 2).join("/")}`,
    // Texts of different kinds fail for different reasons. The other keywords have one reason each.
    flaw: keyword === "type" ? `${keyword}${detail}` : keyword,
    within,
    pointer,
    ...(missing !== undefined && { missing }),
  };
}
