import { base64 } from "./base64.ts";
import { bodies } from "./bodies.ts";
import { entries } from "./entries.ts";
import { headers } from "./headers.ts";
import { ids } from "./ids.ts";
import { keys } from "./keys.ts";
import { replays } from "./replays.ts";
import { rotation } from "./rotation.ts";
import { signatures } from "./signatures.ts";
import { tampered } from "./tampered.ts";
import { timestamps } from "./timestamps.ts";
import { valid } from "./valid.ts";
import type { Vector } from "./vector.ts";

/** Catalogue of signed and forged deliveries that a verifier is tested with. */
export const vectors: readonly Vector[] = [
  valid,
  bodies,
  tampered,
  timestamps,
  replays,
  keys,
  entries,
  signatures,
  rotation,
  base64,
  headers,
  ids,
].flat();
