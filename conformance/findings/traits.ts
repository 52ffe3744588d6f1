import { checks } from "../checks/index.ts";
import type { CheckTraits } from "../model/check-traits.ts";
import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";

/** Checks whose findings are made by a run as a whole, not by a check or property of a catalogue. */
const ofRuns: readonly (readonly [id: string, traits: CheckTraits])[] = [
  ["credentials-accepted", { cause: "refused" }],
  ["operation-served", { cause: "refused" }],
  ["no-answer", { cause: "failure" }],
];

const traits: ReadonlyMap<string, CheckTraits> = new Map<string, CheckTraits>([
  ...ofRuns,
  ...[...checks, ...propertiesWith(defaultConformance)].map((each) => [each.id, each] as const),
]);

/** Promises and checks of a profile. */
export interface OwnChecks {
  readonly promises?: readonly (CheckTraits & { readonly id: string })[];
  readonly checks?: readonly (CheckTraits & { readonly id: string })[];
}

/**
 * Traits of a check or property by its id. A check of a profile is about every response, so its findings with one key
 * have one cause, unless it states another kind.
 */
export function getCheckTraits(id: string, { promises = [], checks: own = [] }: OwnChecks = {}): CheckTraits {
  const known = traits.get(id) ?? promises.find((each) => each.id === id);
  if (known) return known;
  const check = own.find((each) => each.id === id);
  if (check) return { ...check, cause: check.cause ?? "rule" };
  return {};
}

const claims: ReadonlyMap<string, string> = new Map(
  propertiesWith(defaultConformance).map(({ id, claim }) => [id, claim] as const),
);

/** Claim of a property that every profile has. */
export function getPropertyClaim(id: string): string | undefined {
  return claims.get(id);
}
