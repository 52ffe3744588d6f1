import type { Rewriting } from "../rewriting.ts";
import { exchangeEdits } from "./exchanges.ts";
import { nestedSchemaEdits } from "./nested-schema-edits.ts";
import { keywordEdits, propertyEdits, unionEdits, valueEdits } from "./keywords.ts";
import { indirectEdits } from "./indirect-edits.ts";

/** Rewritings that change the meaning of a document. */
export const edits: readonly Rewriting[] = [
  ...keywordEdits,
  ...valueEdits,
  ...propertyEdits,
  ...unionEdits,
  ...nestedSchemaEdits,
  ...indirectEdits,
  ...exchangeEdits,
];
