import type { Platform } from "../platform/platform.ts";
import type { Contract } from "../../contracts/index.ts";
import { createAddressing } from "../calls/addressing.ts";
import { type CustomBehaviour, admission, customBehaviours } from "../behaviours/index.ts";
import type { Clock } from "../model/clock.ts";
import { createBodyLimit } from "../control/body-limit.ts";
import { createFlow } from "./flow.ts";
import { type GraphqlLimits, createGraphql } from "../graphql/index.ts";
import { createHealth } from "../platform/health.ts";
import { type ObservedExchange, mergeJournals } from "../journal/index.ts";
import { type RateLimit, checkedLimit } from "../calls/limits.ts";
import { type Metrics, createMetrics } from "../metrics/index.ts";
import { createOwn } from "./concord-paths.ts";
import { type Organizations, createOrganizations } from "./organizations.ts";
import { createPlans } from "./plan.ts";
import { defaultMock } from "../profile/default-profile.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { createStateCheck } from "../resources/state-check.ts";
import { createSelfCheck } from "./self-check.ts";
import { withCors } from "../semantics/cors.ts";
import { createMemoryStore } from "../state/memory.ts";
import type { Store } from "../state/store.ts";
import { type Sender, createSender } from "../deliveries/send.ts";
import { LONGEST_WAIT, type FaultSetting, checkFaultSettings } from "../faults/index.ts";
import { type Worlds, createWorlds } from "./worlds.ts";

export interface PlatformOptions {
  /** What is special about the provider; the default profile if not said, which accepts any credential. */
  readonly profile?: MockProfile;
  /** Where state lives; in memory if not said. */
  readonly store?: Store;
  /** The platform's time. */
  readonly clock: Clock;
  /** Keys, ids and made-up values derive from it: the same calls give the same bytes. */
  readonly seed?: string;
  /** How fast an organization may call what answers 429; 60 at once and 1 a second if not said. */
  readonly rateLimit?: RateLimit;
  /** What a GraphQL query may ask for at most. */
  readonly graphql?: GraphqlLimits;
  /** Refuse operations that the specification does not show, with 501. */
  readonly statedOnly?: boolean;
  /** Refuse requests that violate assumed constraints as those that violate stated ones; else they are only reported. */
  readonly strictAssumed?: boolean;
  /** Hold each answer against its contract before it goes out, and answer 500 with what does not fit; else not. */
  readonly selfCheck?: boolean;
  /** Rules of your own, asked before the platform's. */
  readonly behaviours?: readonly CustomBehaviour[];
  /** Faults of every organization that has not set its own. */
  readonly faults?: readonly FaultSetting[];
  /** How many exchanges the journal of each organization keeps; 1,000 if not said, none with 0. */
  readonly journalLimit?: number;
  /** How many deliveries that came to an end the log of each organization keeps, beside those that are pending; 1,000 if not said. */
  readonly deliveryLimit?: number;
  /** How many milliseconds an endpoint has to answer a delivery; 15,000 if not said. */
  readonly deliveryTimeout?: number;
  /** Where webhooks are delivered to: this machine alone if not said, so that a mock reaches nobody by mistake. */
  readonly deliverTo?: "loopback" | "anywhere";
  /** Hosts that deliveries may go to whatever else is set: "127.0.0.1", or with a port, "127.0.0.1:9000". */
  readonly allowDelivery?: readonly string[];
  /** What the control API requires of everybody; without one it serves this machine alone. */
  readonly controlToken?: string;
  /** Whether pages of any origin may call; they may if not said. The control API is never open to them. */
  readonly cors?: boolean;
  /** Measures how long an exchange took, in milliseconds. Default: the platform's time. */
  readonly stopwatch?: () => number;
  /** Told of each exchange of an organization, at once; it must not throw. */
  readonly observe?: (observed: ObservedExchange, organization: string) => void;
  /** Told what whoever runs the mock should know, in a line of text: that a loop of deliveries was stopped, say. */
  readonly notice?: (text: string) => void;
}

/** Settings that come from how a platform is served, not from whoever starts it. */
interface ServedHow {
  readonly lasting?: Lasting;
  /** Whether other machines can call it. */
  readonly isExposed?: boolean;
}

/** What lasts when other contracts are served. */
interface Lasting {
  readonly worlds: Worlds;
  readonly organizations: Organizations;
  readonly metrics: Metrics;
  readonly sender: Sender;
}

const DEFAULT_RATE_LIMIT: RateLimit = { burst: 60, perSecond: 1 };

/** Creates a platform that answers every operation of the contracts. Nothing is compiled before it is called. */
export function createPlatform(given: readonly Contract[], options: PlatformOptions & ServedHow): Platform {
  const { store = createMemoryStore(), clock, seed = "concord", statedOnly = false } = options;
  const {
    profile = defaultMock,
    selfCheck: isSelfChecked = false,
    strictAssumed = false,
    journalLimit = 1000,
    deliveryLimit = 1000,
    cors = true,
    stopwatch = () => clock.now(),
    observe,
    notice,
  } = options;
  checkNumber(journalLimit, "exchanges in a journal");
  checkNumber(deliveryLimit, "deliveries in a log");
  checkTimeout(options.deliveryTimeout);
  const { credentials } = profile;
  const graphql = createGraphql(given, { limits: options.graphql, profile });
  const contracts = [...given, ...graphql.contracts];
  const routes = contracts.flatMap((contract) => contract.routes);
  const addressing = createAddressing(contracts, profile.citation);
  const served = new Set(routes.map(({ api, id }) => `${api}/${id}`));
  const custom = customBehaviours(options.behaviours ?? [], routes);
  const all = (profile.behaviours?.(custom) ?? custom).filter(({ operations }) =>
    operations.some((name) => served.has(name)),
  );
  const behaviours = [...all, ...graphql.behaviours];
  const admit = admission(behaviours);
  const faults = checkFaultSettings(options.faults ?? [], routes);
  const rateLimit = checkedLimit(options.rateLimit ?? DEFAULT_RATE_LIMIT);
  const sender = options.lasting?.sender ?? createSender(options);
  const worlds =
    options.lasting?.worlds ??
    createWorlds({ clock, seed, store, routes, faults, rateLimit, journalLimit, deliveryLimit, sender, notice });
  worlds.serve(routes);
  const metrics = options.lasting?.metrics ?? createMetrics({ sizes });
  const planOf = createPlans(contracts, { addressing, behaviours, tallyOf: metrics.tallyOf, strictAssumed });
  const shadowed = () => addressing.shadowed;
  const checkState = createStateCheck({
    contracts,
    shadowed,
    homes: graphql.homes,
    isOpen: custom.length > 0,
    strictAssumed,
  });
  const health = createHealth(store);
  const selfCheck = isSelfChecked ? createSelfCheck(store) : undefined;
  const organizations = options.lasting?.organizations ?? createOrganizations({ store, seed, worlds, profile });
  organizations.serve((state, isTrusted) => {
    const checked = isTrusted ? state : checkState(state);
    selfCheck?.loosen();
    return checked;
  });
  const flow = createFlow({
    contracts,
    addressing,
    credentials,
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
  const platform: Platform = {
    handle: (request) => graphql.page(request) ?? own(request) ?? serve(request),
    bodyLimit: createBodyLimit(options.controlToken),
    organization: organizations.get,
    organizations: organizations.names,
    journal: mergeJournals(worlds.journals, { routes }),
    metrics: metrics.text,
    successor: (next) =>
      createPlatform(next, { ...options, store, clock, lasting: { worlds, organizations, metrics, sender } }),
    retire: health.retire,
    async close() {
      worlds.close();
      await sender.close();
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
  };
  const own = createOwn(platform, { contracts: given, controlToken: options.controlToken, strictAssumed, health });
  return platform;

  async function sizes() {
    const [names, resources] = [await organizations.names(), await store.size()];
    return { organizations: names.length, resources, journalled: worlds.journalled() };
  }
}

/** @throws RangeError for what is no number of things. */
function checkNumber(kept: number, what: string): void {
  if (!Number.isInteger(kept) || kept < 0)
    throw new RangeError(`Cannot keep "${kept}" ${what}: that is no whole number`);
}

/** @throws RangeError for what no timer can wait for. */
function checkTimeout(milliseconds = 1): void {
  if (!(milliseconds >= 1 && milliseconds <= LONGEST_WAIT))
    throw new RangeError(
      `Cannot wait "${milliseconds}" milliseconds for an endpoint: that is none from 1 to ${LONGEST_WAIT}`,
    );
}
