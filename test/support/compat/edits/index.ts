import type { Rewriting } from "../rewriting.ts";
import { exchanges } from "./exchanges.ts";
import { inside } from "./inside.ts";
import { keywords, properties, unions, values } from "./keywords.ts";
import { toldBeside } from "./told-beside.ts";

/** Rewritings after which a document says something else. */
export const edits: readonly Rewriting[] = [
  ...keywords,
  ...values,
  ...properties,
  ...unions,
  ...inside,
  ...toldBeside,
  ...exchanges,
];
