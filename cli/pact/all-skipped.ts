import type { Judgement } from "../../conformance/index.ts";
import type { Io } from "../command.ts";

/** True, with a message, if every interaction was skipped. */
export function warnIfAllSkipped({ cases }: Judgement, io: Pick<Io, "err">): boolean {
  const isSkipped = cases.every(({ outcome }) => outcome === "skipped");
  if (isSkipped) io.err("Every interaction was skipped\n");
  return isSkipped;
}
