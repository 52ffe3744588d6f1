import type { Clock } from "../model/clock.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { Emitted, EmittedEvent } from "../events/emit.ts";
import type { Journal } from "../journal/index.ts";
import type { OrganizationLimits } from "../calls/limits.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import type { OrganizationFaults } from "../faults/index.ts";

/** One organization of a mock: its state, clock, faults, journal, limits and deliveries. Organizations share nothing. */
export interface Organization {
  readonly name: string;
  /** An API token that acts for the organization. */
  readonly token: string;
  /** The organization's clock. A change of this clock does not affect other organizations. */
  readonly clock: Clock;
  /** The organization's faults. A reset restores those of the platform. */
  readonly faults: OrganizationFaults;
  /** The exchanges of the organization. */
  readonly journal: Journal;
  /** The organization's rate limit. A reset restores that of the platform. */
  readonly limits: OrganizationLimits;
  /** The deliveries to the organization's webhooks. */
  readonly deliveries: OrganizationDeliveries;
  /**
   * Waits until changes of the clock, the faults and the limits are stored, and reads those of other processes that share
   * the database. Each request does so by itself. Without a shared database, there is nothing to do.
   */
  sync(): Promise<void>;
  /** Publishes an event: starts the flows that wait for it, and sends it to the webhooks that subscribe to it. */
  emit(event: EmittedEvent): Promise<Emitted>;
  /** Returns the whole state, as JSON that can be edited and passed to `seed`. */
  state(): Promise<OrganizationState>;
  /**
   * Replaces the state. A trusted state is not checked.
   * @throws RangeError if no operation could return the state.
   */
  seed(state: OrganizationState, isTrusted?: boolean): Promise<void>;
  /** Stores the state as a snapshot under a name, and replaces a snapshot with the same name. Returns the name. */
  snapshot(name?: string): Promise<string>;
  /** Returns the names of the snapshots. */
  snapshots(): Promise<readonly string[]>;
  /** Returns the state in a snapshot. Undefined if no snapshot has the name. */
  stateOfSnapshot(name: string): Promise<OrganizationState | undefined>;
  /**
   * Replaces the state by the state in a snapshot. Keeps the snapshot.
   * @throws RangeError if no snapshot has the name.
   */
  restore(snapshot: string): Promise<void>;
  /** Deletes a snapshot. Returns false if no snapshot has the name. */
  deleteSnapshot(name: string): Promise<boolean>;
  /** Deletes the state, journal and deliveries, and restores the clock, faults and limits. Snapshots stay. */
  reset(): Promise<void>;
  /** Deletes the organization with its state, journal, deliveries and snapshots. */
  end(): Promise<void>;
  /**
   * Creates an organization with the same state, time, faults and limits, and with an empty journal and no deliveries.
   * By default, its name is one that no organization has had.
   */
  fork(to?: string): Promise<Organization>;
}
