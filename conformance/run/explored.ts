import type { Finding } from "../checks/finding.ts";

/** Finding, with the path that reproduces it. */
export interface Explored {
  readonly finding: Finding;
  /** Path of the counterexample in fast-check. */
  readonly path: string;
  /** The finding before shrinking. */
  readonly first?: Finding;
}
