import type { Finding } from "../checks/finding.ts";

/** A finding with the way back to it. */
export interface Explored {
  readonly finding: Finding;
  /** fast-check's path of the counterexample. */
  readonly path: string;
  /** As it was met, before it was made smaller. */
  readonly first?: Finding;
}
