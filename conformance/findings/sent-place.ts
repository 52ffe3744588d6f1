import { genericPointer } from "../model/generic-pointer.ts";
import type { SentPart } from "../model/sent-part.ts";

/** Names of a part of a request, without values that vary. */
export interface SentPlace {
  /** "body/lines" or "query /limit", with `*` for each index. */
  readonly name: string;
  /** The same up to the first member. */
  readonly top: string;
  /** Kind of the value: "maxLength", or "type, text of an emoji". */
  readonly flaw: string;
}

/** Names of the part of a request that a finding is about. Undefined without one, and for the request as a whole. */
export function toSentPlace({ sent }: { readonly sent?: SentPart | null }): SentPlace | undefined {
  if (!sent) return undefined;
  const { within, pointer, keyword, value, missing } = sent;
  const path = genericPointer(missing === undefined ? pointer : `${pointer}/${missing}`);
  if (path === "") return undefined;
  const prefix = within === "body" ? within : `${within} `;
  return {
    name: `${prefix}${path}`,
    top: `${prefix}${path.split("/").slice(0, 2).join("/")}`,
    // Texts of different kinds fail for different reasons. The other keywords have one reason each.
    flaw: keyword === "type" && value !== undefined ? `${keyword}, ${value}` : keyword,
  };
}
