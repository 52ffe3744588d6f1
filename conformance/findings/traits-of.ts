import { checks } from "../checks/index.ts";
import type { CheckTraits } from "../model/check-traits.ts";
import { defaultConformance } from "../profile/default-profile.ts";
import { propertiesWith } from "../properties/index.ts";

/** Checks whose findings are made by a run as a whole, not by a check or property of a catalogue. */
const ofRuns: readonly (readonly [id: string, traits: CheckTraits])[] = [
  ["credentials-accepted", { cause: "refused" }],
  ["no-answer", { cause: "failure" }],
];

const traits: ReadonlyMap<string, CheckTraits> = new Map<string, CheckTraits>([
  ...ofRuns,
  ...[...checks, ...propertiesWith(defaultConformance)].map((each) => [each.id, each] as const),
]);

/** Traits of a check or property by its id; `promises` are those of the profile. */
export function traitsOf(id: string, promises: readonly (CheckTraits & { readonly id: string })[] = []): CheckTraits {
  return traits.get(id) ?? promises.find((each) => each.id === id) ?? {};
}
