import { createHash } from "node:crypto";
import type { Fault, Note } from "../model/change.ts";

/** What tells a fault from others, from run to run, wherever in its file it comes to stand. */
export function faultId({ code, message, at }: Fault | Note): string {
  const identity = JSON.stringify([code, message, at?.file, at?.pointer]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 12);
}
