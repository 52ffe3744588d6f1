import type { EnumPolicy } from "../../contracts/index.ts";
import type { ConformanceProfile } from "./conformance-profile.ts";

/** Policy of a profile for response enums that do not say whether values may be added. */
export function chooseEnumPolicy(profile: Pick<ConformanceProfile, "enums"> | undefined): EnumPolicy {
  return profile?.enums ?? "closed";
}
