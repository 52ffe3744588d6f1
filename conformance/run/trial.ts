import type { Contract, Operation, Router } from "../../contracts/index.ts";
import type { Confirmation } from "./confirm.ts";
import type { Slowness } from "./response-time.ts";
import type { Property } from "../scope/property.ts";
import type { Recorder } from "./recorder.ts";
import type { Report } from "../findings/report.ts";
import type { ReplayOptions } from "../findings/reproduce.ts";
import type { Tagging } from "../items/tagged.ts";
import type { Target } from "../target/target.ts";
import type { Tracker } from "../items/tracker.ts";
import type { Unfinished } from "../target/unfinished.ts";

/** How an answer was cut off that did not end. */
interface EndlessAnswer {
  readonly error: Unfinished;
  /** Whether it is a finding already. */
  isFound: boolean;
}

/** One operation that is about to be tried, and how. */
export interface Trial extends ReplayOptions {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly contracts: readonly Contract[];
  readonly router: Router;
  /** Remembers what is made. */
  readonly tracker: Tracker;
  /** Remembers what was exercised, and what was seen beyond the contracts. */
  readonly recorder: Recorder;
  /** Tries again what was found. */
  readonly confirmation: Confirmation;
  /** Remembers what was slow. */
  readonly slowness: Slowness;
  /** The operations whose answer did not end: they are not asked again. */
  readonly endless: Map<Operation, EndlessAnswer>;
  readonly target: Target;
  /** Where another operation is asked for. */
  targetOf(operation: Operation): Target;
  /** Marks what is made. */
  readonly tagging?: Tagging;
  /** The organization that the token acts in, where that was said. */
  readonly organization?: string;
  readonly mode: Report["mode"];
  readonly seed: number;
  /** How many requests each property may send. */
  readonly runs: number;
  readonly chosen: readonly Property[];
  /** Which of the property's kinds of requests, and fast-check's path in it: "0:12:1". */
  readonly path?: string;
  readonly signal?: AbortSignal;
}
