import type { Contract, Route } from "../../contracts/index.ts";
import type { Shadowed } from "../calls/addressing.ts";
import type { DocumentedItems } from "../fixtures/documented-items.ts";
import type { Clock } from "../model/clock.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Journal } from "../journal/index.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import type { Organization } from "./organization.ts";

/** The mock of all contracts. It handles requests as plain objects, without a socket. */
export interface Platform {
  handle(request: MockRequest): Promise<MockResponse>;
  /** Handles a request to an operation or to OAuth 2.0. Returns undefined for a request to any other path. */
  handleKnown(request: MockRequest): Promise<MockResponse> | undefined;
  /** Returns the maximum size of a request's body, in bytes. The body has not been read yet. */
  readonly bodyLimit: (request: MockRequest) => number;
  /** Returns an organization. The object stays usable after the contracts are replaced. */
  organization(name: string): Organization;
  /** Returns the member of the header `baggage` that selects an organization, whatever the credential. */
  baggageOf(organization: string): string;
  /** Returns the names of organizations that have state, and of the latest that called with a token. */
  organizations(): Promise<readonly string[]>;
  /** The exchanges of all organizations. */
  readonly journal: Journal;
  /** Returns the metrics since the start, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /**
   * Creates a platform that serves other contracts, with the state, clocks, faults, journals and limits of this one.
   * Send no more requests to this platform afterwards.
   */
  successor(contracts: readonly Contract[]): Platform;
  /**
   * Joins the processes that share the database, before the first request. Without a shared database, there is nothing
   * to do.
   * @throws StorageError
   */
  open(): Promise<void>;
  /** Reports the platform at /_concord/ready as shutting down, from now on. */
  retire(): void;
  /**
   * Stops all deliveries, closes all connections to endpoints, and writes the rest of a shared journal. If other processes
   * share the state, attempts in progress have so many milliseconds to end, and the others are left to them. Default: 0.
   */
  close(grace?: number): Promise<void>;
  /** True if web pages of any origin may call the platform. */
  readonly cors: boolean;
  readonly clock: Clock;
  /** Profile of the provider. */
  readonly profile: MockProfile;
  /** Contracts that the platform serves. */
  readonly contracts: readonly Contract[];
  readonly routes: readonly Route[];
  /** Operations whose path alone leads to another operation, with the prefix or host that still reaches them. */
  readonly shadowed: readonly Shadowed[];
  /** Paths of the GraphQL schemas, for queries and for GraphiQL in a browser. */
  readonly graphqlPaths: readonly string[];
  /** Items of the documented examples. Absent if they are not seeded. */
  readonly documented?: DocumentedItems;
  /** Compiles the operations and their validators, which otherwise happens on the first request of each. */
  warmUp(): void;
}
