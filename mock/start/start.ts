import type { StartOptions } from "./start-options.ts";
import type { Organization } from "../platform/organization.ts";
import type { Platform } from "../platform/platform.ts";
import type { Dispatcher } from "undici";
import { type Contract, ToolError, loadContracts } from "../../contracts/index.ts";
import { type Clock, createClock } from "../model/clock.ts";
import { isOrganizationName } from "../model/credential-policy.ts";
import { defaultMock } from "../profile/default-profile.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { isFixtureName, statesOf, unfitFixtures } from "../fixtures/fixtures.ts";
import type { Journal } from "../journal/index.ts";
import { isLocalHost } from "../model/loopback.ts";
import { type PlatformOptions, createPlatform } from "../engine/create-platform.ts";
import { StateFault } from "../resources/state-check.ts";
import { type OpenState, openState } from "../state/open-state.ts";
import { createDispatcher } from "../transports/dispatcher.ts";
import { type MockFetch, createFetch } from "../transports/fetch.ts";
import { type RequestHandler, listen } from "../transports/http.ts";

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
  /** Returns an organization. It keeps working after a reload. */
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

/** Starts a mock, in this process and on a free port. Without a profile in its options, `profileFor` chooses it. */
export async function startMock(asked: StartOptions = {}, profileFor: ProfileFor = () => defaultMock): Promise<Mock> {
  const loaded = asked.contracts && (await loadGiven(asked.contracts, asked.overlays));
  const options = { ...asked, profile: asked.profile ?? profileFor(loaded) };
  const contracts = loaded ?? (await contractsOf(options.profile, asked.overlays));
  const state = stateOf(options);
  const isExposed = options.host !== undefined && !isLocalHost(options.host);
  let platform = createPlatform(contracts, { ...options, ...machineSources(options), store: state.store, isExposed });
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
    org: (name) => platform.organization(checkedName(name)),
    async fork(from = "demo") {
      if (isClosed) throw new Error("Cannot fork: the mock is closed");
      return platform.organization(checkedName(from)).fork();
    },
    reload(next) {
      platform = platform.successor(next);
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Options whose defaults come from this machine and process. */
function machineSources({
  clock = createClock(Date.now),
  stopwatch = () => performance.now(),
  selfCheck = process.env["CONCORD_SELF_CHECK"] === "1",
}: StartOptions): Pick<PlatformOptions, "clock" | "stopwatch" | "selfCheck"> {
  return { clock, stopwatch, selfCheck };
}

/** @throws RangeError if no token can contain the name. */
function checkedName(name: string): string {
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
    await platform
      .organization(organization)
      .seed(its, isOurs)
      .catch((error: unknown) => {
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
