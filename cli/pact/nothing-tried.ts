import type { Judgement } from "../../conformance/index.ts";
import type { Io } from "../command.ts";

/** Whether all was skipped, which says nothing of the pacts; it is told. */
export function isNothingTried({ cases }: Judgement, io: Pick<Io, "err">): boolean {
  const isNothing = cases.every(({ outcome }) => outcome === "skipped");
  if (isNothing) io.err("nothing was judged: every interaction was skipped\n");
  return isNothing;
}
