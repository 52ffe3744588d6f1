import type { Remedy } from "./vectors/vector.ts";
import type { Topic } from "../model/citations.ts";
import type { WireDelivery } from "../deliveries/delivery.ts";
import type { Framing } from "../target/raw/raw-client.ts";

/** Time and id of a trial's message. */
export interface Moment {
  /** Unix seconds. */
  readonly now: number;
  /** Unique id of the message. */
  readonly id: string;
}

/** Delivery to a receiver, with its expected result. */
export interface Trial {
  /** Name of the family: "timestamps". */
  readonly family: string;
  readonly name: string;
  /** Description as a sentence without a period. */
  readonly about: string;
  /** Topic of the clause that demands the result. */
  readonly topic: Topic;
  readonly expected: "taken" | "refused";
  /** "should" if a receiver may judge otherwise. */
  readonly weight: "must" | "should";
  /** Set if the size alone may be too large. */
  readonly isLarge?: true;
  /** Set if the trial must be sent just after a second begins. */
  readonly isExact?: true;
  readonly framing?: Framing;
  /** Default: POST. */
  readonly method?: string;
  /** Change for a receiver that judges otherwise, as a sentence. */
  readonly remedy: Remedy;
  make(moment: Moment): WireDelivery;
}
