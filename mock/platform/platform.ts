import type { Contract, Route } from "../../contracts/index.ts";
import type { Shadowed } from "../calls/addressing.ts";
import type { Clock } from "../model/clock.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Journal } from "../journal/index.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import type { Organization } from "./organization.ts";

/** The mock of all contracts: plain requests in, plain responses out, no socket anywhere. */
export interface Platform {
  handle(request: MockRequest): Promise<MockResponse>;
  /** How many bytes the body of a request may have, whose body is not read yet. */
  readonly bodyLimit: (request: MockRequest) => number;
  /** Returns an organization. It keeps working when other contracts are served. */
  organization(name: string): Organization;
  /** Returns the names of organizations that have state, and of the latest that called with a token. */
  organizations(): Promise<readonly string[]>;
  /** The exchanges of all organizations. */
  readonly journal: Journal;
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
