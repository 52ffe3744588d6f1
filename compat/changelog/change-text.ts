import { messageContains, valueText } from "../model/value-text.ts";
import { cutLongText } from "../model/wording.ts";
import type { Entry } from "./entry.ts";

/** Values before and after a change, as text. Undefined if one is missing, or the message contains both. */
export function changeText({
  before,
  after,
  message,
}: Entry): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined || after === undefined) return undefined;
  if (messageContains(before, message) && messageContains(after, message)) return undefined;
  return { before: cutLongText(valueText(before)), after: cutLongText(valueText(after)) };
}
