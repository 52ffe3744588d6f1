import { checksWith } from "../profile/checks-with.ts";
import type { ConformanceProfile } from "../profile/conformance-profile.ts";
import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";

/** Part of a profile that has checks and properties of its own. */
export type ClaimingProfile = Partial<Pick<ConformanceProfile, "promises" | "checks">>;

/** Claims of checks and properties by id. */
export function collectClaims(
  ids: readonly string[],
  { checks = [], promises = [] }: ClaimingProfile,
): Readonly<Record<string, string>> {
  const all = [
    ...checksWith({ checks }),
    ...propertiesWith({ ...defaultConformance, promises: [...defaultConformance.promises, ...promises] }),
  ];
  const claims = new Map(all.map(({ id, claim }) => [id, claim]));
  return Object.fromEntries(
    ids.flatMap((id) => {
      const claim = claims.get(id);
      if (claim === undefined) return [];
      return [[id, claim] as const];
    }),
  );
}

/** Ids of the checks of every response. */
export function listProfileCheckIds({ checks = [] }: ClaimingProfile): readonly string[] {
  return checksWith({ checks }).map(({ id }) => id);
}
