import type { Behaviour } from "./behaviour.ts";
import { organizationKey } from "./organization-key.ts";
import { type RateLimit, rateLimit } from "./rate-limit.ts";
import { schemaVersions } from "./schema-versions.ts";
import { signingSecret } from "./signing-secret.ts";

export type { Behaviour } from "./behaviour.ts";
export { following } from "./behaviour.ts";
export type { RateLimit } from "./rate-limit.ts";

/** What the platform's own behaviours can be told. */
export interface BehaviourSettings {
  readonly rateLimit: RateLimit;
}

/** The catalogue: one line for each rule. */
export function platformBehaviours({ rateLimit: limit }: BehaviourSettings): readonly Behaviour[] {
  return [schemaVersions, rateLimit(limit), organizationKey, signingSecret];
}
