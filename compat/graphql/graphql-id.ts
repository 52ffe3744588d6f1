import { createHash } from "node:crypto";

/** Id of a change, made from its API, rule, coordinate and values. Independent of the position in the file. */
export function computeGraphqlId(...cause: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(cause)).digest("hex").slice(0, 12);
}
