import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A vector as fixtures/webhooks/README.md describes it. */
export interface FileVector {
  readonly name: string;
  readonly family: string;
  readonly about: string;
  readonly section: string;
  readonly secret: string;
  readonly publicKey: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly now: number;
  readonly toleranceSeconds: number;
  readonly expected: Readonly<Record<"v1" | "v1a" | "both", string>>;
  readonly receivers: "must" | "should" | "not-asked" | Readonly<Record<"v1" | "v1a" | "both", string>>;
  readonly remedy: string;
}

export const vectorPath = join(import.meta.dirname, "../../fixtures/webhooks/vectors.json");

/** Reads fixtures/webhooks/vectors.json without Concord's code. */
export function readVectors(): readonly FileVector[] {
  return (JSON.parse(readFileSync(vectorPath, "utf8")) as { readonly vectors: readonly FileVector[] }).vectors;
}
