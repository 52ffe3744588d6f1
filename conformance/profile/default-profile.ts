import { documentPromises } from "../promises/index.ts";
import type { ConformanceProfile } from "./conformance-profile.ts";

/** Profile for any provider: the promises that follow from its documents alone. No clause is cited. */
export const defaultConformance: ConformanceProfile = { name: "default", promises: documentPromises };
