export type { Shadowed } from "./calls/addressing.ts";
export { type Clock, createClock } from "./model/clock.ts";
export type { TransportEffects, MockRequest, MockResponse } from "./model/exchange.ts";
export { type GraphqlLimits, servedRoutes } from "./graphql/index.ts";
export {
  type Expected,
  type Journal,
  type JournalEntry,
  type JournalMessage,
  type JournalQuery,
  type Verdict,
  type Verified,
  harOf,
  verify,
} from "./journal/index.ts";
export type { Refusal } from "./model/problem.ts";
export type { Input } from "./calls/input.ts";
export { type Fixtures, fixtureNames, loadStates as fixtureStates } from "./fixtures/fixtures.ts";
export type { Recipe } from "./fixtures/recipe.ts";
export type { CredentialPolicy } from "./model/credential-policy.ts";
export { defaultMock } from "./profile/default-profile.ts";
export type { MockProfile } from "./profile/mock-profile.ts";
export { createCredentials, withoutCredentials } from "./deliveries/credentials.ts";
export type {
  Attempt,
  Delivery,
  DeliveryQuery,
  OrganizationDeliveries,
  PlatformEvent,
  SettleOptions,
} from "./deliveries/index.ts";
export { type AffectedAttempt, affectedAttempts } from "./deliveries/affected-attempts.ts";
export type { Emitted, EmittedEvent } from "./events/emit.ts";
export type { LimitsNow, OrganizationLimits, RateLimit } from "./calls/limits.ts";
export {
  type CustomBehaviour,
  type CustomCall,
  type CustomState,
  type Next,
  type Reply,
  behaviour,
} from "./behaviours/index.ts";
export { derivePrivateKey, derivePublicKey } from "./deliveries/signing-keys.ts";
export { type PlatformOptions, createPlatform } from "./engine/create-platform.ts";
export type { Organization } from "./platform/organization.ts";
export { type Platform } from "./platform/platform.ts";
export { createMemoryStore } from "./state/memory.ts";
export { type State, stateText } from "./state/open-state.ts";
export { type PostgresStore, createPostgresStore } from "./state/postgres/postgres.ts";
export { type SqliteStore, createSqliteStore } from "./state/sqlite/sqlite.ts";
export type { OrganizationState, StateItem } from "./state/organization-state.ts";
export type { Contents, Store } from "./state/store.ts";
export type { Stored } from "./state/stored.ts";
export { isLocalHost } from "./model/loopback.ts";
export { type Mock, startMock } from "./start/start.ts";
export { type StartOptions } from "./start/start-options.ts";
export { toHaveReceived } from "./testing/to-have-received.ts";
export { createDispatcher } from "./transports/dispatcher.ts";
export { type MockFetch, createFetch } from "./transports/fetch.ts";
export { type Listening, type RequestHandler, listen } from "./transports/http.ts";
export { createSender } from "./deliveries/send.ts";
export { type Tls, closeServer, startServer } from "./transports/server.ts";
export { REFERENCE_PATH } from "./reference/index.ts";
export { type ConsumerProfile, consumerProfiles, underEnumPolicy } from "./testing/consumer-profiles.ts";
export {
  type OrganizationFaults,
  type FaultSetting,
  checkFaultSettings,
  parseFault,
  faultCatalogue,
} from "./faults/index.ts";
export { startOptionShapes } from "./start/option-shapes.ts";
export { type Shape, atLeast, either, list, map, object, record, shape, text, whole } from "./model/shape.ts";
