import { isSaid, valueText } from "../model/value-text.ts";
import { shortened } from "../model/wording.ts";
import type { Entry } from "./entry.ts";

/**
 * What a part said before and says after, as text; undefined where an entry does not tell both, or where its message
 * has them already.
 */
export function changeText({
  before,
  after,
  message,
}: Entry): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (isSaid(before, message) && isSaid(after, message)) return undefined;
  return { before: shortened(valueText(before)), after: shortened(valueText(after)) };
}
