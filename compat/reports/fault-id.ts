import { createHash } from "node:crypto";
import type { Fault, Note } from "../model/change.ts";

/** Id of a fault or note: the same in each run, and independent of the line. */
export function faultId({ code, message, at }: Fault | Note): string {
  const identity = JSON.stringify([code, message, at?.file, at?.pointer]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 12);
}
