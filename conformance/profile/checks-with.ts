import type { Check } from "../checks/check.ts";
import { checks } from "../checks/index.ts";
import type { ConformanceProfile } from "./conformance-profile.ts";

/** Checks of every response, those of a profile last. */
export function checksWith({ checks: own = [] }: Pick<ConformanceProfile, "checks">): readonly Check[] {
  return [...checks, ...own];
}
