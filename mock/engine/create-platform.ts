import type { Platform } from "../platform/platform.ts";
import {
  type Contract,
  type EnumPolicy,
  expandSubtypes,
  listParameterNames,
  withLikelyBodies,
} from "../../contracts/index.ts";
import { createAccessTokens } from "../calls/access-tokens.ts";
import { checkNumber, checkTimeout } from "./check-numbers.ts";
import { answerAlways } from "./answer-always.ts";
import { createAddressing } from "../calls/addressing.ts";
import { createAuthenticator } from "../calls/authenticator.ts";
import { type ChooseTenant, type TenantFrom, createTenantChoice } from "../calls/tenant-source.ts";
import { createWorldSelection } from "../calls/world-selection.ts";
import { type CustomBehaviour, combineAdmissions, customBehaviours } from "../behaviours/index.ts";
import { createDocumentedItems } from "../fixtures/documented-items.ts";
import type { Clock } from "../model/clock.ts";
import type { MockRequest } from "../model/exchange.ts";
import { createBodyLimit } from "../control/body-limit.ts";
import { createFlow } from "./flow.ts";
import { type GraphqlLimits, createGraphql } from "../graphql/index.ts";
import { createHealth } from "../platform/health.ts";
import { type ObservedExchange, createSharedJournal, mergeJournals } from "../journal/index.ts";
import { type RateLimit, checkedLimit } from "../calls/limits.ts";
import { createMetrics } from "../metrics/index.ts";
import { type MockLimits, checkedLimits } from "./mock-limits.ts";
import { createConcordPaths } from "./concord-paths.ts";
import type { LastingParts } from "./lasting-parts.ts";
import { createOrganizations } from "./organizations.ts";
import { createOauthPaths } from "../oauth/oauth-paths.ts";
import { createPlans } from "./plan.ts";
import { defaultMock } from "../profile/default-profile.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { createStateCheck } from "../resources/state-check.ts";
import { joinReplicas } from "./join-replicas.ts";
import { createSelfCheck } from "./self-check.ts";
import { withCors } from "../semantics/cors.ts";
import { createReplicas } from "../postgres/replicas.ts";
import { createMemoryStore } from "../state/memory.ts";
import { limitState } from "../state/state-limit.ts";
import type { Store } from "../state/store.ts";
import { createSender } from "../deliveries/send.ts";
import { type FaultSetting, checkFaultSettings, idleFaultLines } from "../faults/index.ts";
import { createWorlds } from "./worlds.ts";

export interface PlatformOptions extends MockLimits {
  /** Profile of the provider. Default: the default profile, which accepts any credential. */
  readonly profile?: MockProfile;
  /**
   * Choice of the organization of a request, instead of its credential: "header:NAME", "query:NAME", "cookie:NAME",
   * "path:NAME" (a path parameter), "claim:NAME" (of a JSON Web Token, which is not verified), or a function. If it
   * chooses none, the credential does.
   */
  readonly tenantFrom?: TenantFrom;
  /** Store of the state. Default: memory. */
  readonly store?: Store;
  /** Clock of the platform. */
  readonly clock: Clock;
  /** Seed of keys, ids and generated values. The same calls give the same bytes. */
  readonly seed?: string;
  /** Decides about enums that do not say whether values may be added. Default: as the profile says. */
  readonly enums?: EnumPolicy;
  /** Rate limit of each organization. Default: 60 requests at once and 1 a second. */
  readonly rateLimit?: RateLimit;
  /** Limits on the depth and cost of a GraphQL query. */
  readonly graphql?: GraphqlLimits;
  /** Refuses assumed operations with 501. */
  readonly statedOnly?: boolean;
  /** Refuses requests that violate assumed constraints. By default, these violations are only reported. */
  readonly strictAssumed?: boolean;
  /** Validates each response before it is sent, and responds with 500 and the violations if it is invalid. */
  readonly selfCheck?: boolean;
  /**
   * Makes items of the documented examples, with which every new organization begins. Default: as the profile
   * says. `startMock` does so for your own documents.
   */
  readonly seedExamples?: boolean;
  /** Response for an unknown id: 404 (default), or a generated item, always the same for the same id. */
  readonly missing?: "404" | "example";
  /** Behaviours of your own. They have precedence over those of the profile. */
  readonly behaviours?: readonly CustomBehaviour[];
  /** Faults of each organization that has not set its own. */
  readonly faults?: readonly FaultSetting[];
  /** Number of exchanges in the journal of each organization. Default: 1,000. 0 keeps none. */
  readonly journalLimit?: number;
  /**
   * Number of days before today for which a journal in PostgreSQL keeps its exchanges. Default: 7. The smallest number
   * of the processes that share the database applies. Other journals end with the process.
   */
  readonly journalDays?: number;
  /** Number of finished deliveries in the log of each organization, beside the pending ones. Default: 1,000. */
  readonly deliveryLimit?: number;
  /** Time for a response to a delivery, in milliseconds. Default: 15,000. */
  readonly deliveryTimeout?: number;
  /** Destinations of deliveries. Default: this machine only, so that a mock calls no other host by mistake. */
  readonly deliverTo?: "loopback" | "anywhere";
  /** Hosts to which deliveries are always allowed: "127.0.0.1", or with a port "127.0.0.1:9000". */
  readonly allowDelivery?: readonly string[];
  /** Token that the control API requires. Without it, the control API serves this machine only. */
  readonly controlToken?: string;
  /** Allows calls from web pages of any origin. Default: true. The control API never allows them. */
  readonly cors?: boolean;
  /** Clock for durations of exchanges, in milliseconds. Default: the platform's clock. */
  readonly stopwatch?: () => number;
  /** Called at once for each exchange of an organization. It must not throw. */
  readonly observe?: (observed: ObservedExchange, organization: string) => void;
  /** Called with a line of text for the person who runs the mock, such as "a loop of deliveries was stopped". */
  readonly notice?: (text: string) => void;
}

/** Settings that depend on how a platform is served. */
interface ServingOptions {
  readonly lasting?: LastingParts;
  /** True if other machines can call it. */
  readonly isExposed?: boolean;
  /** Secret of the keys of tokens, beside the seed. Without it, whoever knows the seed can sign tokens. */
  readonly tokenSecret?: string | undefined;
}

const DEFAULT_RATE_LIMIT: RateLimit = { burst: 60, perSecond: 1 };

/** Creates a platform that serves every operation of the contracts. An operation is compiled on its first call. */
export function createPlatform(loaded: readonly Contract[], options: PlatformOptions & ServingOptions): Platform {
  const given = loaded.map((contract) => withLikelyBodies(expandSubtypes(contract)));
  const { clock, seed = "concord", statedOnly = false } = options;
  const enums = options.enums ?? options.profile?.enums ?? "closed";
  const {
    profile = defaultMock,
    selfCheck: isSelfChecked = false,
    strictAssumed = false,
    journalLimit = 1000,
    journalDays = 7,
    deliveryLimit = 1000,
    cors = true,
    stopwatch = () => clock.now(),
    observe,
    notice = () => {},
  } = options;
  const { stateLimit, valueLimit, stepLimit, pendingLimit } = checkedLimits(options);
  const store = options.lasting?.store ?? limitState(options.store ?? createMemoryStore(), stateLimit);
  checkNumber(journalLimit, "exchanges in a journal");
  checkNumber(journalDays, "days in a journal");
  checkNumber(deliveryLimit, "deliveries in a log");
  checkTimeout(options.deliveryTimeout);
  const graphql = createGraphql(given, { limits: options.graphql, profile });
  const contracts = [...given, ...graphql.contracts];
  const routes = contracts.flatMap((contract) => contract.routes);
  const addressing = createAddressing(contracts, profile.citation);
  const served = new Set(routes.map(({ api, id }) => `${api}/${id}`));
  const custom = customBehaviours(options.behaviours ?? [], routes);
  const all = profile.behaviours?.(custom) ?? custom;
  const applying = all.filter(({ operations }) => operations.some((name) => served.has(name)));
  const behaviours = [...applying, ...graphql.behaviours];
  const admit = combineAdmissions(behaviours);
  const faults = checkFaultSettings(options.faults ?? [], routes);
  for (const line of idleFaultLines(faults, given, enums)) notice(line);
  const rateLimit = checkedLimit(options.rateLimit ?? DEFAULT_RATE_LIMIT);
  const sender = options.lasting?.sender ?? createSender(options);
  const shared =
    options.lasting?.shared ??
    (store.database && {
      replicas: createReplicas(store.database),
      journal: createSharedJournal({ database: store.database, limit: journalLimit, days: journalDays, stopwatch }),
    });
  shared?.journal.serve(contracts);
  const worlds =
    options.lasting?.worlds ??
    createWorlds({
      clock,
      seed,
      enums,
      store,
      routes,
      faults,
      rateLimit,
      journalLimit,
      replicas: shared?.replicas,
      sharedJournal: shared?.journal,
      deliveryLimit,
      pendingLimit,
      sender,
      notice,
    });
  worlds.serve(routes);
  const metrics =
    options.lasting?.metrics ??
    createMetrics({ sizes, journal: journalSizes, ...(store.database && { database: store.database }) });
  const shadowed = () => addressing.shadowed;
  const checkState = createStateCheck({
    contracts,
    shadowed,
    mutationPaths: graphql.mutationPaths,
    acceptsAnything: custom.length > 0,
    strictAssumed,
  });
  const { seedExamples = false, missing = "404", tenantFrom } = options;
  const documented = seedExamples
    ? createDocumentedItems({ contracts: given, shadowed, seed, check: checkState, isUsual: profile.usualValues })
    : undefined;
  store.setBase?.(documented);
  const planOf = createPlans(contracts, {
    addressing,
    behaviours,
    tallyOf: metrics.tallyOf,
    strictAssumed,
    reading: { values: valueLimit, steps: stepLimit },
    hasExampleOfEveryId: missing === "example",
    isSeeded: seedExamples,
    isUsual: profile.usualValues,
  });
  const health = createHealth(store, notice);
  const selfCheck = isSelfChecked ? createSelfCheck(store) : undefined;
  const organizations = options.lasting?.organizations ?? createOrganizations({ store, seed, worlds, profile });
  organizations.serve((state, isTrusted) => {
    const checked = isTrusted ? state : checkState(state);
    selfCheck?.allowAssumedViolations();
    return checked;
  });
  const tokens = createAccessTokens(seed, options.tokenSecret);
  const chooseTenant =
    tenantFrom === undefined
      ? undefined
      : createTenantChoice(tenantFrom, new Set(routes.flatMap(({ path }) => listParameterNames(path))));
  const selection = createWorldSelection(options.controlToken);
  const selectTenant: ChooseTenant = (request, path, query) =>
    selection.worldIn(request) ?? chooseTenant?.(request, path, query);
  const findClock = (organization: string): Clock => worlds.of(organization).clock;
  const authenticator = createAuthenticator({
    policy: profile.credentials,
    tokens,
    clockOf: findClock,
    choose: selectTenant,
  });
  const flow = createFlow({
    contracts,
    addressing,
    authenticator,
    planOf,
    statedOnly,
    worlds,
    admit,
    store,
    seed,
    selfCheck,
    metrics,
    observe,
    stopwatch,
  });
  const serve = cors ? withCors(flow) : flow;
  const oauth = createOauthPaths({ contracts: given, profile, tokens, authenticator, clockOf: findClock, cors });
  const beside = (request: MockRequest) => graphql.page(request) ?? oauth(request);
  const platform: Platform = {
    handle: answerAlways((request) => beside(request) ?? own(request) ?? serve(request), notice),
    handleKnown: answerAlways(
      (request) => beside(request) ?? (isKnownPath(request) ? serve(request) : undefined),
      notice,
    ),
    bodyLimit: createBodyLimit(options.controlToken),
    baggageOf: selection.baggageOf,
    organization: organizations.get,
    organizations: organizations.names,
    journal: shared?.journal.all ?? mergeJournals(worlds.journals, { routes }),
    metrics: metrics.text,
    successor: (next) =>
      createPlatform(next, { ...options, clock, lasting: { store, worlds, organizations, metrics, sender, shared } }),
    retire: health.retire,
    async open() {
      await join(notice);
      await shared?.journal.open();
      await worlds.open();
    },
    async close(grace) {
      await worlds.close(grace);
      await sender.close();
      const unwritten = (await shared?.journal.close()) ?? 0;
      if (unwritten > 0) notice(`${unwritten} exchanges are not in the journal: the database did not answer\n`);
      await shared?.replicas.close();
    },
    cors,
    clock,
    profile,
    contracts: given,
    routes,
    get shadowed() {
      return addressing.shadowed;
    },
    graphqlPaths: graphql.paths,
    ...(documented && { documented }),
    warmUp() {
      for (const route of routes) planOf(route).warmUp();
      documented?.names();
    },
  };
  // Replicas that start later compare their documents with these. Others read the same changes soon: no warning.
  if (options.lasting) join(undefined).catch(() => undefined);
  const own = createConcordPaths(platform, {
    contracts: given,
    controlToken: options.controlToken,
    strictAssumed,
    health,
  });
  return platform;

  async function join(report: PlatformOptions["notice"]): Promise<void> {
    if (!shared) return;
    const { deliverTo, allowDelivery } = options;
    const others = [statedOnly, strictAssumed, seedExamples, missing, tenantFrom, deliverTo, allowDelivery];
    const settings = { contracts: given, profile, seed, faults, rateLimit, others, notice: report };
    await joinReplicas(shared.replicas, settings);
  }

  /** False for a request whose path no operation has. */
  function isKnownPath(request: MockRequest): boolean {
    const found = addressing.find(request, request.url.split("?", 1)[0] as string);
    return !("refused" in found) || found.status !== 404;
  }

  async function sizes() {
    const [names, resources] = [await organizations.names(), await store.size()];
    return { organizations: names.length, resources };
  }

  function journalSizes() {
    return { kept: worlds.journalled(), lost: shared?.journal.lost ?? 0 };
  }
}
