import type { Failure } from "../findings/report.ts";
import { checksWith } from "../profile/checks-with.ts";
import type { ConformanceProfile } from "../profile/conformance-profile.ts";
import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";

/** Part of a profile that has checks and properties of its own. */
export type ClaimingProfile = Partial<Pick<ConformanceProfile, "promises" | "checks">>;

/** Claims of the checks that failures name. */
export function claimsOf(
  failures: readonly Failure[],
  { checks = [], promises = [] }: ClaimingProfile,
): Readonly<Record<string, string>> {
  const all = [
    ...checksWith({ checks }),
    ...propertiesWith({ ...defaultConformance, promises: [...defaultConformance.promises, ...promises] }),
  ];
  const claims = new Map(all.map(({ id, claim }) => [id, claim]));
  return Object.fromEntries(
    failures.flatMap(({ check }) => {
      const claim = claims.get(check);
      return claim === undefined ? [] : [[check, claim] as const];
    }),
  );
}
