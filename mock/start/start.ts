import type { StartOptions } from "./start-options.ts";
import type { Organization } from "../platform/organization.ts";
import type { Platform } from "../platform/platform.ts";
import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";
import { type Contract, ToolError, loadContracts } from "../../contracts/index.ts";
import { type Clock, createClock } from "../model/clock.ts";
import { isOrganizationName } from "../model/credential-policy.ts";
import { defaultMock } from "../profile/default-profile.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { isFixtureName, loadStates, createUnfitError } from "../fixtures/fixtures.ts";
import type { Journal } from "../journal/index.ts";
import { isLocalHost } from "../model/loopback.ts";
import { type PlatformOptions, createPlatform } from "../engine/create-platform.ts";
import { StorageError } from "../model/storage-error.ts";
import { StateFault } from "../resources/state-check.ts";
import { type OpenState, openState } from "../state/open-state.ts";
import { createDispatcher } from "../transports/dispatcher.ts";
import { type MockFetch, createFetch } from "../transports/fetch.ts";
import { type RequestHandler, listen } from "../transports/http.ts";

/** Running mock. It stops when it is disposed. */
export interface Mock extends AsyncDisposable {
  /** Address of the mock: "http://127.0.0.1:43123". */
  readonly url: string;
  /** Dispatcher of undici that calls the mock without a socket, for any host: `fetch(url, { dispatcher })`. */
  readonly dispatcher: Dispatcher;
  /** Handler of web-standard requests without a socket: instead of `fetch`, or mounted by Hono. */
  readonly fetch: MockFetch;
  /** Platform behind the mock. Each reload replaces it. */
  readonly platform: Platform;
  readonly clock: Clock;
  /** Exchanges of all organizations. */
  readonly journal: Journal;
  /** Returns an organization. It keeps working after a reload. */
  org(name: string): Organization;
  /** Creates an organization with a copy of the state of another one (default: "demo"), for one test. */
  fork(from?: string): Promise<Organization>;
  /** Serves other contracts. State, organizations, clocks and journals stay. If it throws, nothing changes. */
  reload(contracts: readonly Contract[]): void;
  /**
   * Stops the mock. Requests in progress get the time `grace` to finish. For the time `delay` before, /_concord/ready is
   * 503 and all requests are served, so that load balancers stop sending them. Both in milliseconds (default: 0).
   */
  close(grace?: number, delay?: number): Promise<void>;
}

/** Returns the profile for contracts, or for a mock without contracts. */
export type ProfileFor = (contracts: readonly Contract[] | undefined) => MockProfile;

/** Starts a mock in this process, on a free port. Without a profile in the options, `profileFor` chooses it. */
export async function startMock(asked: StartOptions = {}, profileFor: ProfileFor = () => defaultMock): Promise<Mock> {
  const isExposed = asked.host !== undefined && !isLocalHost(asked.host);
  if (isExposed && asked.controlToken === undefined) throw createControlTokenError(asked.host as string);
  const loaded = asked.contracts && (await loadGiven(asked.contracts, asked.overlays));
  const profile = asked.profile ?? profileFor(loaded);
  const options = { ...asked, profile, seedExamples: asked.seedExamples ?? profile.seedExamples ?? false };
  const contracts = loaded ?? (await loadProfileContracts(options.profile, asked.overlays));
  const state = await openStore(options);
  let platform = createPlatform(contracts, {
    ...options,
    ...machineSources(options),
    store: state.store,
    isExposed,
    tokenSecret: chooseTokenSecret(options),
  });
  if (options.warmUp) platform.warmUp();
  const current: RequestHandler = {
    handle: (request) => platform.handle(request),
    cors: platform.cors,
    bodyLimit: platform.bodyLimit,
  };
  const listening = await platform
    .open()
    .catch((error: unknown) => {
      throw error instanceof StorageError ? createStateError(error) : error;
    })
    .then(() => seedFixtures(platform, options))
    .then(() => listen(current, options))
    .catch(async (error: unknown) => {
      await platform.close();
      await state.close();
      throw error;
    });
  let isClosed = false;
  let closing: Promise<void> | undefined;
  const closeMock = async (grace?: number, delay?: number): Promise<void> => {
    isClosed = true;
    platform.retire();
    await listening.close(grace, delay);
    // Once: a mock is closed, and then disposed.
    await (closing ??= platform.close(grace).then(() => state.close()));
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
    close: closeMock,
    [Symbol.asyncDispose]: () => closeMock(),
  };
}

/**
 * Secret of the keys of tokens. A given seed is one by itself. The control token and the URL of a database are those of
 * all replicas. Without any of them, tokens are valid until the mock ends.
 */
function chooseTokenSecret({ seed, controlToken, state }: StartOptions): string | undefined {
  if (seed !== undefined) return undefined;
  if (controlToken !== undefined) return controlToken;
  if (state?.startsWith("postgres")) return state;
  return randomUUID();
}

/** A generated token would differ from replica to replica, so there is no default. */
function createControlTokenError(host: string): ToolError {
  return new ToolError(
    "usage",
    `Cannot listen on "${host}": other machines reach it, and the mock has no control token`,
    {
      hint: "Set --control-token or CONCORD_CONTROL_TOKEN (controlToken in code), the same for all replicas, or listen on 127.0.0.1",
    },
  );
}

function createStateError(error: StorageError): ToolError {
  return new ToolError("unreachable-state", `Cannot start the mock: ${error.message}`, {
    hint: "Check the server of the database, its number of connections, and the rights of the user",
    cause: error.cause,
  });
}

function createLargeFixturesError(organization: string, cause: StorageError): ToolError {
  return new ToolError("unwritable-state", `Cannot start "${organization}" with the fixtures: ${cause.message}`, {
    hint: "Give smaller fixtures, a higher --state-limit (stateLimit in code), or a place with more room",
    cause,
  });
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
    `Cannot take ${JSON.stringify(name)} for an organization: its name is of up to 100 letters, digits, "-" and "_", such as "acme"`,
  );
}

/** Adds fixtures to organizations that are empty. State of an earlier run stays. */
async function seedFixtures(platform: Platform, { fixtures = [], seed = "concord" }: StartOptions): Promise<void> {
  const given = [fixtures].flat();
  const states = loadStates(given, seed);
  if (states.size === 0) return;
  // Fixtures with a name belong to all bundled contracts, of which the mock may serve only some.
  const isOurs = given.every((each) => typeof each === "string" && isFixtureName(each));
  const kept = new Set(await platform.organizations());
  for (const [organization, its] of states) {
    if (kept.has(organization)) continue;
    await platform
      .organization(organization)
      .seed(its, isOurs)
      .catch((error: unknown) => {
        if (error instanceof StateFault) throw createUnfitError(error, its, given);
        throw error instanceof StorageError && error.status === 507
          ? createLargeFixturesError(organization, error)
          : error;
      });
  }
}

/** Opens the store of the options. A given store stays open, because its owner closes it. */
async function openStore({ store, state = "memory" }: StartOptions): Promise<OpenState> {
  if (store) return { store, close: () => {} };
  return openState(state);
}

/** @throws ToolError "usage" if the profile has no contracts of its own. */
async function loadProfileContracts(
  profile: MockProfile,
  overlays: readonly string[] = [],
): Promise<readonly Contract[]> {
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
