import { quoted } from "../wording.ts";
import type { Entry } from "./entry.ts";

/** What a part said before and says after, as text; undefined where an entry does not tell both. */
export function changeText({ before, after }: Entry): { readonly before: string; readonly after: string } | undefined {
  return before === undefined || after === undefined ? undefined : { before: quoted(before), after: quoted(after) };
}
