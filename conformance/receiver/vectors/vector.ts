import type { KeyObject } from "node:crypto";
import type { Citations, Topic } from "../../model/citations.ts";
import type { Verdict, WireDelivery } from "../../deliveries/delivery.ts";

/** A sentence, or one that cites a clause. */
export type Remedy = string | ((profile: Citations) => string);

/** Which entries of webhook-signature a receiver verifies. */
export type Policy = "v1" | "v1a" | "both";

/** What a vector is made with. The other secret and key are good ones, but of another webhook and organization. */
export interface Materials {
  /** When it is verified, in Unix seconds. */
  readonly now: number;
  /** The message's id: "msg_…". */
  readonly id: string;
  /** The body of an event, as JSON. */
  readonly body: Uint8Array;
  readonly secret: string;
  readonly privateKey: KeyObject;
  readonly otherSecret: string;
  readonly otherPrivateKey: KeyObject;
}

/** A delivery, signed or forged, of which it is known what a verifier has to say. */
export interface Vector {
  /** Stable, in words with dashes: "timestamp-301-seconds-old". */
  readonly name: string;
  /** What vectors of its file are about: "timestamps". */
  readonly family: string;
  /** What it is, as a sentence. */
  readonly about: string;
  /** Topic of the clause that demands the verdict. */
  readonly topic: Topic;
  /** The verdict, whatever the policy; or one for each, where they differ. */
  readonly expected: Verdict | Readonly<Record<Policy, Verdict>>;
  /**
   * How a receiver is judged by it: it must agree if not said; it should, where disagreeing harms nobody;
   * it is not asked, where the vector is for verifiers alone (a body that is no JSON, say).
   */
  readonly receivers?: "should" | "not-asked";
  /** Set where a second more or less would change the verdict: a clock that runs has to be met just after a second begins. */
  readonly isExact?: true;
  /** Set where the body is so large that a receiver may refuse it for that. */
  readonly isLarge?: true;
  /** What to change in a receiver that judges otherwise, as a sentence. */
  readonly remedy: Remedy;
  make(materials: Materials): WireDelivery;
}
