import { entries } from "./entries.ts";
import { signatures } from "./signatures.ts";
import { timestamps } from "./timestamps.ts";
import { valid } from "./valid.ts";
import type { Vector } from "./vector.ts";

/** All deliveries, signed and forged, by which a verifier is judged. */
export const vectors: readonly Vector[] = [...valid, ...timestamps, ...entries, ...signatures];
