import { contentVectors } from "./content.ts";
import { entryVectors } from "./entries.ts";
import { headerVectors } from "./headers.ts";
import { signatureVectors } from "./signatures.ts";
import { signingVectors } from "./signing.ts";
import type { Vector } from "./vector.ts";

/** Catalogue of signed and forged deliveries that a verifier is tested with. */
export const vectors: readonly Vector[] = [
  ...contentVectors,
  ...headerVectors,
  ...signingVectors,
  ...entryVectors,
  ...signatureVectors,
];
