import type { Contract } from "../../contracts/index.ts";
import { servedRoutes } from "../graphql/index.ts";
import { type FaultSetting, faultCatalogue } from "../faults/index.ts";

/** A named set of faults that consumers are tested under. */
export interface ConsumerProfile {
  readonly name: string;
  /** One-line description. */
  readonly about: string;
  /** Section of the provider's specification about these faults, if there is one. */
  readonly section?: string;
  /** True if the specification obliges consumers to survive them. The others happen in every network. */
  readonly isObliged: boolean;
  /** The fault settings, for a mock of these contracts. */
  faults(contracts: readonly Contract[]): readonly FaultSetting[];
}

/** Sections of the specification by profile. */
const sections: Readonly<Record<string, { readonly section: string; readonly isObliged: boolean }>> = {
  "unknown-enum": { section: "9.6", isObliged: true },
  "unknown-field": { section: "9.2", isObliged: true },
  "429-once": { section: "7", isObliged: false },
  "409-once": { section: "7", isObliged: false },
};

const none: ConsumerProfile = { name: "none", about: "nothing goes wrong", isObliged: false, faults: () => [] };

const underFaults = faultCatalogue
  .flatMap(({ consumerRuns = [] }) => consumerRuns)
  .map(({ name, about, settings }): ConsumerProfile => ({
    name,
    about,
    isObliged: false,
    ...sections[name],
    faults: (contracts) => settings({ contracts, routes: servedRoutes(contracts) }) as readonly FaultSetting[],
  }));

/** The runs of all faults: first the one without faults, then the obligatory ones. */
export const consumerProfiles: readonly [ConsumerProfile, ...ConsumerProfile[]] = [
  none,
  ...underFaults.filter(({ isObliged }) => isObliged),
  ...underFaults.filter(({ isObliged }) => !isObliged),
];
