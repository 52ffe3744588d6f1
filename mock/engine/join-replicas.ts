import type { Contract } from "../../contracts/index.ts";
import type { RateLimit } from "../calls/limits.ts";
import type { FaultSetting } from "../faults/index.ts";
import type { Replicas } from "../postgres/replicas.ts";
import type { MockProfile } from "../profile/mock-profile.ts";

/** Settings on which responses depend. */
interface ReplicaSettings {
  readonly contracts: readonly Contract[];
  readonly profile: MockProfile;
  readonly seed: string;
  readonly faults: readonly FaultSetting[];
  readonly rateLimit: RateLimit;
  /** Other options, in a fixed order. */
  readonly others: readonly unknown[];
  readonly notice: ((text: string) => void) | undefined;
}

/**
 * Registers this process among those that share the database. Settings in which another one differs are reported,
 * because no response shows why it depends on the process.
 */
export async function joinReplicas(replicas: Replicas, settings: ReplicaSettings): Promise<void> {
  const { contracts, profile, seed, faults, rateLimit, others, notice } = settings;
  const differences = await replicas.start({
    documents: JSON.stringify(contracts.map(({ api, document }) => [api, document])),
    profile: profile.name,
    seed,
    faults: JSON.stringify(faults),
    "rate limit": JSON.stringify(rateLimit),
    options: JSON.stringify(others),
  });
  if (differences.length > 0)
    notice?.(
      `Warning: another replica on this database has a different setting: ${differences.join(", ")}. Responses depend on the replica. Start all replicas alike, or give each kind a schema of its own: ?schema=NAME\n`,
    );
}
