import type { KeyObject } from "node:crypto";
import type { Citations, Topic } from "../../model/citations.ts";
import type { Verdict, WireDelivery } from "../../deliveries/delivery.ts";

/** Sentence, or function of a profile for a sentence that cites a clause. */
export type Remedy = string | ((profile: Citations) => string);

/** Entries of webhook-signature that a receiver verifies. */
export type Policy = "v1" | "v1a" | "both";

/** Weight of a vector for receivers. */
type Weight = "must" | "should" | "not-asked";

/**
 * Keys and content that vectors are made with. The other secret and key are valid, but belong to another webhook and
 * organization.
 */
export interface Materials {
  /** Time of verification in Unix seconds. */
  readonly now: number;
  /** Id of the message: "msg_…". */
  readonly id: string;
  /** Event as JSON. */
  readonly body: Uint8Array;
  readonly secret: string;
  readonly privateKey: KeyObject;
  readonly otherSecret: string;
  readonly otherPrivateKey: KeyObject;
}

/** Signed or forged delivery with the verdict that a verifier must reach. */
export interface Vector {
  /** Stable name in kebab-case: "timestamp-301-seconds-old". */
  readonly name: string;
  /** Name of the family: "timestamps". */
  readonly family: string;
  /** Description as a sentence. */
  readonly about: string;
  /** Topic of the clause that demands the verdict. */
  readonly topic: Topic;
  /** One verdict for all policies, or one for each. */
  readonly expected: Verdict | Readonly<Record<Policy, Verdict>>;
  /**
   * Weight for receivers, or one for each policy. Default: a receiver must agree. "should": disagreeing harms nobody.
   * "not-asked": the vector is for verifiers only.
   */
  readonly receivers?: Weight | Readonly<Record<Policy, Weight>>;
  /** Set if one second changes the verdict, so that the delivery must be sent just after a second begins. */
  readonly isExact?: true;
  /** Set if a receiver may refuse the body for its size. */
  readonly isLarge?: true;
  /** Change for a receiver that judges otherwise, as a sentence. */
  readonly remedy: Remedy;
  make(materials: Materials): WireDelivery;
}
