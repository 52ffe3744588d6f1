import type { Entry } from "./entry.ts";
import { quoted } from "../wording.ts";

/** What a part said before and after, as text; undefined where an entry tells neither. */
export function changeText({ before, after }: Entry): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined && after === undefined) return undefined;
  const shown = (value: typeof before): string => (value === undefined ? "none" : quoted(value));
  return { before: shown(before), after: shown(after) };
}
