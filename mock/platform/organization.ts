import type { Clock } from "../model/clock.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { Emitted, EmittedEvent } from "../events/emit.ts";
import type { Journal } from "../journal/index.ts";
import type { OrganizationLimits } from "../calls/limits.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import type { OrganizationFaults } from "../faults/index.ts";

/** One organization of a mock: its state, and everything else that it does not share with others. */
export interface Organization {
  readonly name: string;
  /** An API token that acts for the organization. */
  readonly token: string;
  /** The organization's own time. Moving it leaves the other organizations alone. */
  readonly clock: Clock;
  /** The organization's faults. A reset restores those of the platform. */
  readonly faults: OrganizationFaults;
  /** The exchanges of the organization. */
  readonly journal: Journal;
  /** The organization's rate limit. A reset restores that of the platform. */
  readonly limits: OrganizationLimits;
  /** The deliveries to the organization's webhooks. */
  readonly deliveries: OrganizationDeliveries;
  /** Publishes an event: starts the flows that wait for it, and sends it to the webhooks that subscribe to it. */
  emit(event: EmittedEvent): Promise<Emitted>;
  /** Returns the whole state, as JSON that can be edited and passed to `seed`. */
  state(): Promise<OrganizationState>;
  /**
   * Replaces the state. A trusted state is not checked.
   * @throws RangeError if no operation could return the state.
   */
  seed(state: OrganizationState, isTrusted?: boolean): Promise<void>;
  /** Keeps the state under a name, and replaces a snapshot of that name. Returns the name. */
  snapshot(name?: string): Promise<string>;
  /** Returns the names of the snapshots. */
  snapshots(): Promise<readonly string[]>;
  /** Returns the state that a snapshot keeps. Undefined if there is no snapshot of that name. */
  stateOfSnapshot(name: string): Promise<OrganizationState | undefined>;
  /**
   * Replaces the state by that of a snapshot, which stays.
   * @throws RangeError if there is no snapshot of that name.
   */
  restore(snapshot: string): Promise<void>;
  /** Deletes a snapshot. Returns false if there is no snapshot of that name. */
  deleteSnapshot(name: string): Promise<boolean>;
  /** Deletes the state, journal and deliveries, and restores the clock, faults and limits. Snapshots stay. */
  reset(): Promise<void>;
  /** Deletes everything, snapshots included. */
  end(): Promise<void>;
  /**
   * Creates an organization with the same state, time, faults and limits, and with an empty journal and no deliveries.
   * Without a name, it gets one that no organization has had.
   */
  fork(to?: string): Promise<Organization>;
}
