import type { StartOptions } from "./start-options.ts";
import type { Platform } from "../platform/platform.ts";
import type { Dispatcher } from "undici";
import { type Contract, ToolError, loadContracts } from "../../contracts/index.ts";
import type { Clock } from "../model/clock.ts";
import { faultOfOptions } from "./config.ts";
import { isOrganizationName } from "../model/credential-policy.ts";
import { defaultMock } from "../profile/default-profile.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import type { OrganizationDeliveries } from "../deliveries/index.ts";
import type { Emitted, EmittedEvent } from "../events/emit.ts";
import { isFixtureName, statesOf, unfitFixtures } from "../fixtures/fixtures.ts";
import type { Journal } from "../journal/index.ts";
import type { OrganizationLimits } from "../calls/limits.ts";
import { isLocalHost } from "../model/loopback.ts";
import { createPlatform } from "../engine/create-platform.ts";
import { StateFault } from "../resources/state-check.ts";
import { type OpenState, openState } from "../state/open-state.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import { createDispatcher } from "../transports/dispatcher.ts";
import { type MockFetch, createFetch } from "../transports/fetch.ts";
import { type RequestHandler, listen } from "../transports/http.ts";
import type { OrganizationFaults } from "../faults/index.ts";

/** One organization of a running mock. */
export interface Organization {
  readonly name: string;
  /** An API token that acts for it. */
  readonly token: string;
  /** Its time, which can be turned forward and stopped for it alone. */
  readonly clock: Clock;
  /** Its faults. */
  readonly faults: OrganizationFaults;
  /** What went between it and the mock. */
  readonly journal: Journal;
  /** How fast it may call. */
  readonly limits: OrganizationLimits;
  /** What its webhooks are told. */
  readonly deliveries: OrganizationDeliveries;
  /** Lets an event happen: flows that wait for it start, webhooks that subscribe to it are told. */
  emit(event: EmittedEvent): Promise<Emitted>;
  /** All that it has, as JSON that can be edited and given back. */
  state(): Promise<OrganizationState>;
  /** Gives it exactly this state, in place of what it had. */
  seed(state: OrganizationState): Promise<void>;
  /** Keeps its state as it is now; answers the snapshot's name. */
  snapshot(name?: string): Promise<string>;
  /** Gives it the state that it had when the snapshot was made. */
  restore(snapshot: string): Promise<void>;
  /** Forgets all that it has, but for its snapshots. */
  reset(): Promise<void>;
  /** Leaves nothing of it, as if it had never been. */
  end(): Promise<void>;
}

/** A running mock; it stops when it is disposed of. */
export interface Mock extends AsyncDisposable {
  /** Where it listens: "http://127.0.0.1:43123". */
  readonly url: string;
  /** Reaches the mock with no socket, whatever host is asked for: `fetch(url, { dispatcher })` with undici's fetch. */
  readonly dispatcher: Dispatcher;
  /** The mock as a handler of the web standard, with no socket: in place of `fetch`, or mounted by Hono, MSW and the like. */
  readonly fetch: MockFetch;
  /** Another one after each reload. */
  readonly platform: Platform;
  readonly clock: Clock;
  /** What went between all organizations and the mock. */
  readonly journal: Journal;
  org(name: string): Organization;
  /** A new organization that begins with all that another one has, "demo" if not said: a world for one test, made in no time. */
  fork(from?: string): Promise<Organization>;
  /** Serves other contracts from now on; state, worlds, clocks and journals stay. Nothing changes where it throws. */
  reload(contracts: readonly Contract[]): void;
  /** Ends it; what is being answered has so many milliseconds to be finished, none if not said. */
  close(grace?: number): Promise<void>;
}

/** The profile for contracts, or for a mock that is given none. */
export type ProfileFor = (contracts: readonly Contract[] | undefined) => MockProfile;

/**
 * Starts a mock, in this process and on a free port. Without a profile in its options, `profileFor` chooses it.
 * @throws TypeError for an unknown option, and for an option of another type.
 */
export async function startMock(asked: StartOptions = {}, profileFor: ProfileFor = () => defaultMock): Promise<Mock> {
  const fault = faultOfOptions(asked);
  if (fault !== undefined) throw new TypeError(`Cannot use what startMock was given: ${fault}`);
  const loaded = asked.contracts && (await loadGiven(asked.contracts, asked.overlays));
  const options = { ...asked, profile: asked.profile ?? profileFor(loaded) };
  const contracts = loaded ?? (await contractsOf(options.profile, asked.overlays));
  const state = stateOf(options);
  const isExposed = options.host !== undefined && !isLocalHost(options.host);
  let platform = createPlatform(contracts, { ...options, store: state.store, isExposed });
  const current: RequestHandler = {
    handle: (request) => platform.handle(request),
    cors: platform.cors,
    bodyLimit: platform.bodyLimit,
  };
  const listening = await seedFixtures(platform, options)
    .then(() => listen(current, options))
    .catch(async (error: unknown) => {
      await state.close();
      throw error;
    });
  let isClosed = false;
  const close = async (grace?: number): Promise<void> => {
    isClosed = true;
    platform.retire();
    await listening.close(grace);
    await platform.close();
    await state.close();
  };
  let dispatcher: Dispatcher | undefined;
  const org = (name: string): Organization => ({
    name: organizationName(name),
    token: platform.profile.credentials.tokenOf(name),
    get clock() {
      return platform.clockOf(name);
    },
    get faults() {
      return platform.faultsOf(name);
    },
    get journal() {
      return platform.journalOf(name);
    },
    get limits() {
      return platform.limitsOf(name);
    },
    get deliveries() {
      return platform.deliveriesOf(name);
    },
    emit: (event) => platform.emit(name, event),
    state: () => platform.state(name),
    seed: (given) => platform.seed(name, given),
    snapshot: (given) => platform.snapshot(name, given),
    restore: (snapshot) => platform.restore(name, snapshot),
    reset: () => platform.reset(name),
    end: () => platform.end(name),
  });
  return {
    url: listening.url,
    get dispatcher() {
      return (dispatcher ??= createDispatcher(current));
    },
    get platform() {
      return platform;
    },
    fetch: createFetch(current),
    clock: platform.clock,
    get journal() {
      return platform.journal;
    },
    org,
    async fork(from = "demo") {
      if (isClosed) throw new Error("Cannot fork: the mock is closed");
      return org(await platform.fork(organizationName(from)));
    },
    reload(next) {
      platform = platform.successor(next);
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** A name that a token can carry. */
function organizationName(name: string): string {
  if (isOrganizationName(name)) return name;
  throw new RangeError(
    `Cannot take ${JSON.stringify(name)} for an organization: its name is of letters, digits, "-" and "_", such as "acme"`,
  );
}

/** What was kept from an earlier run stays as it is. */
async function seedFixtures(platform: Platform, { fixtures = [], seed = "concord" }: StartOptions): Promise<void> {
  const given = typeof fixtures === "string" ? [fixtures] : fixtures;
  const states = statesOf(given, seed);
  if (states.size === 0) return;
  // Those that have a name are of the platform's own contracts, of which only some may be served.
  const isOurs = given.every((each) => typeof each === "string" && isFixtureName(each));
  const kept = new Set(await platform.organizations());
  for (const [organization, its] of states) {
    if (kept.has(organization)) continue;
    await platform.seed(organization, its, isOurs).catch((error: unknown) => {
      throw error instanceof StateFault ? unfitFixtures(error, its, given) : error;
    });
  }
}

/** A store that was given stays open: who opened it closes it. */
function stateOf({ store, state = "memory" }: StartOptions): OpenState {
  return store ? { store, close: () => {} } : openState(state);
}

/** @throws ToolError "usage" if the profile has no contracts of its own. */
async function contractsOf(profile: MockProfile, overlays: readonly string[] = []): Promise<readonly Contract[]> {
  const loaded = await profile.loadContracts?.({ overlays });
  if (loaded) return loaded;
  throw new ToolError("usage", `Cannot start a mock without contracts: the profile "${profile.name}" has none`, {
    hint: "Give loaded contracts, or paths of documents and folders",
  });
}

async function loadGiven(
  given: readonly (Contract | string)[],
  overlays: readonly string[] = [],
): Promise<readonly Contract[]> {
  const paths = given.filter((item) => typeof item === "string");
  const loaded = given.filter((item) => typeof item !== "string");
  return [...loaded, ...(paths.length > 0 ? await loadContracts(paths, { overlays }) : [])];
}
