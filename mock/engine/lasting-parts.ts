import type { Sender } from "../deliveries/send.ts";
import type { SharedJournal } from "../journal/index.ts";
import type { Metrics } from "../metrics/index.ts";
import type { Replicas } from "../postgres/replicas.ts";
import type { Store } from "../state/store.ts";
import type { Organizations } from "./organizations.ts";
import type { Worlds } from "./worlds.ts";

/** Parts of a platform that survive a change of its contracts. */
export interface LastingParts {
  /** Store with the limit of the state. */
  readonly store: Store;
  readonly worlds: Worlds;
  readonly organizations: Organizations;
  readonly metrics: Metrics;
  readonly sender: Sender;
  /** Undefined if the store shares nothing with other processes. */
  readonly shared: SharedParts | undefined;
}

/** Parts that work with the other processes on the database. */
interface SharedParts {
  readonly replicas: Replicas;
  readonly journal: SharedJournal;
}
