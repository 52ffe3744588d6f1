import type { Contract, Route } from "../../contracts/index.ts";
import type { Shadowed } from "../calls/addressing.ts";
import type { Clock } from "../model/clock.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { Emitted, EmittedEvent } from "../events/emit.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Journal } from "../journal/index.ts";
import type { OrganizationLimits } from "../calls/limits.ts";
import type { Snapshots } from "../state/snapshots.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import type { OrganizationFaults } from "../faults/index.ts";

/** The mock of all contracts: plain requests in, plain responses out, no socket anywhere. */
export interface Platform extends Snapshots {
  handle(request: MockRequest): Promise<MockResponse>;
  /** How many bytes the body of a request may have, whose body is not read yet. */
  readonly bodyLimit: (request: MockRequest) => number;
  /** The organizations that have state, and the latest that called with a token. */
  organizations(): Promise<readonly string[]>;
  /** All that an organization has, as JSON that can be edited and given back. */
  state(organization: string): Promise<OrganizationState>;
  /**
   * Gives an organization exactly this state, in place of what it had. What is trusted is not checked.
   * @throws RangeError where no operation could show it.
   */
  seed(organization: string, state: OrganizationState, isTrusted?: boolean): Promise<void>;
  /** Forgets all that an organization has, but for its snapshots. */
  reset(organization: string): Promise<void>;
  /** Leaves nothing of an organization, as if it had never been. */
  end(organization: string): Promise<void>;
  /**
   * Gives an organization all that another one has, as it is now: its state with its webhooks, its time, its
   * faults and its limits. Its journal and its deliveries begin empty, and from then on they know nothing of each other.
   * Answers its name: one that nobody ever had, if none is said.
   */
  fork(from: string, to?: string): Promise<string>;
  /** The time of one organization. */
  clockOf(organization: string): Clock;
  /** Faults of one organization. A reset restores those of the platform. */
  faultsOf(organization: string): OrganizationFaults;
  /** What went between one organization and the mock. */
  journalOf(organization: string): Journal;
  /** What went between all organizations and the mock. */
  readonly journal: Journal;
  /** How fast one organization may call; after a reset, as all may. */
  limitsOf(organization: string): OrganizationLimits;
  /** What the webhooks of one organization are told. */
  deliveriesOf(organization: string): OrganizationDeliveries;
  /** Lets an event happen in an organization. */
  emit(organization: string, event: EmittedEvent): Promise<Emitted>;
  /** What was counted since the start, in Prometheus's text format. */
  metrics(): Promise<string>;
  /**
   * A platform of other contracts in the place of this one, which must get no more requests: with
   * its state, and with all that organizations have beside it.
   */
  successor(contracts: readonly Contract[]): Platform;
  /** Says from now on at /_concord/ready that it is about to end. */
  retire(): void;
  /** Delivers nothing any more, and ends all connections to endpoints. */
  close(): Promise<void>;
  /** Whether pages of any origin may call. */
  readonly cors: boolean;
  readonly clock: Clock;
  /** What is special about the provider that it mocks. */
  readonly profile: MockProfile;
  /** What it serves. */
  readonly contracts: readonly Contract[];
  readonly routes: readonly Route[];
  /** Operations whose plain path leads to another one: reached by the name of their API, or a server's path. */
  readonly shadowed: readonly Shadowed[];
  /** Where GraphQL schemas are queried: with a query, or in a browser. */
  readonly graphqlPaths: readonly string[];
}
