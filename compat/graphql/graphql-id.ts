import { createHash } from "node:crypto";

/** The same from run to run, and wherever the part stands in its file: of its API, rule, coordinate and values. */
export function graphqlIdOf(...cause: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(cause)).digest("hex").slice(0, 12);
}
