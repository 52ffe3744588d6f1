import type { Remedy } from "./vectors/vector.ts";
import type { Topic } from "../model/citations.ts";
import type { WireDelivery } from "../deliveries/delivery.ts";
import type { Framing } from "../target/raw/raw-client.ts";

/** When and as what a trial is sent. */
export interface Moment {
  /** In Unix seconds. */
  readonly now: number;
  /** A message's id that nothing else has. */
  readonly id: string;
}

/** One delivery that is sent to a receiver, and what has to come of it. */
export interface Trial {
  /** What trials of its kind are about: "timestamps". */
  readonly family: string;
  readonly name: string;
  /** What it is, as a sentence without its full stop. */
  readonly about: string;
  /** Topic of the clause that demands it. */
  readonly topic: Topic;
  readonly expected: "taken" | "refused";
  /** Whether a receiver must agree, or only should. */
  readonly weight: "must" | "should";
  /** Set where its size alone may be too much. */
  readonly isLarge?: true;
  /** Set where it has to be met just after a second begins. */
  readonly isExact?: true;
  readonly framing?: Framing;
  /** POST if not said. */
  readonly method?: string;
  /** What to change in a receiver that does otherwise, as a sentence. */
  readonly remedy: Remedy;
  make(moment: Moment): WireDelivery;
}
