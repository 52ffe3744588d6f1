import type { Dispatcher } from "undici";
import { type Operation, ToolError } from "../../contracts/index.ts";
import { type ConnectionSettings, createConnections, listProxySecrets } from "./connections.ts";
import type { Credentials } from "../credentials/credential-set.ts";
import { createRenewableToken } from "../credentials/renewable-token.ts";
import type { IdentityTokens, TokenVariables } from "./identities.ts";
import type { Meter } from "./rate/meter.ts";
import { type Target, connect } from "./target.ts";
import { createUnknownApiError } from "./unknown-api.ts";

/** Base URL of one API, with the token to use there. */
export interface Place {
  readonly url: string;
  /** Token for this URL. Defaults to the token of the run. */
  readonly token?: string;
  /** Environment variable that holds the token. */
  readonly variable?: string;
}

/** Targets of a run: one host for all APIs, or one host for each. */
export interface Deployment {
  /** Hosts in one line, for messages. */
  readonly url: string;
  /** Base URLs by API. Empty if all APIs share one host. */
  readonly hosts: Readonly<Record<string, string>>;
  /** True if every target is a Concord mock, on which all properties may run. */
  readonly isMock: boolean;
  /** True if any target accepts requests that violate only assumed constraints. */
  readonly acceptsAssumed: boolean;
  /** APIs that the Concord mocks serve. Undefined if no target is a mock. */
  readonly mockApis: readonly string[] | undefined;
  /** True if the API has a base URL. */
  has(api: string): boolean;
  /** Target of an operation. With `tried`, the target uses the organization of the API under test. */
  at(operation: Operation, tried?: Operation): Target;
  mask(text: string): string;
  /** ToolError "token-unavailable" if the token of the run could not be renewed. */
  tokenFailure(): unknown;
  close(): Promise<void>;
}

export interface DeploymentOptions extends ConnectionSettings {
  /** Base URL of the APIs that are not in `places`. */
  readonly target?: string;
  readonly places?: Readonly<Record<string, Place>>;
  /** APIs that may receive requests. */
  readonly apis: readonly string[];
  /** APIs under test. */
  readonly tried: readonly string[];
  readonly token?: string;
  readonly credentials?: Credentials;
  readonly headers?: Readonly<Record<string, string>>;
  readonly identities?: IdentityTokens;
  readonly variables?: TokenVariables;
  readonly dispatcher?: Dispatcher;
  /** Measures the time of each response. */
  readonly isTimed?: boolean;
  readonly signal?: AbortSignal;
  readonly meter: Meter;
  /** Called if a target refuses connections for some seconds. The callback ends the run by its signal. */
  readonly onGone?: ((error: ToolError) => void) | undefined;
}

/** Number of hosts that a message names. Further hosts are only counted. */
const MAX_NAMED = 3;
const TIMEOUT_MS = 10_000;

/**
 * Connects to all hosts of a deployment.
 * @throws ToolError "unreachable-target", "invalid-target", "unknown-api" if `places` names an unknown API, or
 * "unknown-host" if an API under test has no base URL.
 */
export async function reach(options: DeploymentOptions): Promise<Deployment> {
  const { target, places = {}, apis, tried, token, proxy, trust, signal } = options;
  const findApiPlace = (api: string): Place | undefined =>
    (Object.hasOwn(places, api) ? places[api] : undefined) ?? (target === undefined ? undefined : { url: target });
  const stray = Object.keys(places).find((name) => !apis.includes(name));
  if (stray !== undefined) throw createUnknownApiError(`say where "${stray}" is`, stray, apis);
  const lost = tried.filter((api) => !findApiPlace(api));
  if (lost.length > 0)
    throw new ToolError("unknown-host", `Cannot test "${lost[0]}": it is not known where it is`, {
      hint: "Add its URL to the file of --base-urls, set one URL for all other APIs with --target, or select fewer APIs with --api",
    });
  const { tokens, ...credentials } = options.credentials ?? {};
  const renewable = tokens && createRenewableToken(tokens);
  const ownConnections = options.dispatcher || (!proxy && !trust) ? undefined : createConnections(options, TIMEOUT_MS);
  const dispatcher = options.dispatcher ?? ownConnections;
  const secrets = [
    ...listProxySecrets(proxy),
    ...Object.values(places).flatMap((place) => place.token ?? []),
    ...(token === undefined ? [] : [token]),
  ];
  const distinct = new Map(
    apis.flatMap((api) => findApiPlace(api) ?? []).map((place) => [toConnectionKey(place), place]),
  );
  const attempts = await Promise.allSettled(
    [...distinct].map(async ([key, place]) => [key, await connectTo(place)] as const),
  );
  const connected = new Map(attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : [])));
  const failed = attempts.find((attempt) => attempt.status === "rejected");
  if (failed) {
    await closeConnections();
    throw failed.reason;
  }
  for (const each of connected.values())
    await each.prepareToken().catch(async (error: unknown) => {
      await closeConnections();
      throw error;
    });
  const byApi = new Map(
    apis.flatMap((api) => {
      const place = findApiPlace(api);
      if (place) return [[api, (connected.get(toConnectionKey(place)) as Target).of(api)] as const];
      return [];
    }),
  );
  const all = [...byApi.values()];
  const mocked = all.flatMap(({ mockApis }) => (mockApis ? [mockApis] : []));
  const urls = [...new Set(tried.map((api) => (byApi.get(api) as Target).url))];
  const named = urls.slice(0, MAX_NAMED).join(", ");
  return {
    url: urls.length > MAX_NAMED ? `${named} and ${urls.length - MAX_NAMED} more` : named,
    hosts:
      Object.keys(places).length === 0
        ? {}
        : Object.fromEntries(tried.map((api) => [api, (byApi.get(api) as Target).url])),
    isMock: all.every(({ isMock }) => isMock),
    acceptsAssumed: all.some(({ acceptsAssumed }) => acceptsAssumed),
    mockApis: mocked.length > 0 ? [...new Set(mocked.flat())] : undefined,
    has: (api) => byApi.has(api),
    at({ api }, by) {
      const found = byApi.get(api) as Target;
      if (by === undefined || by.api === api) return found;
      return found.of(by.api);
    },
    mask: (text) => all.reduce((masked, each) => each.mask(masked), text),
    // An interrupted renewal belongs to the end of the run.
    tokenFailure: () => (signal?.aborted ? undefined : renewable?.failure()),
    close: closeConnections,
  };

  function connectTo(place: Place): Promise<Target> {
    const bearer = place.token ?? token;
    const variable = place.token === undefined ? undefined : place.variable;
    return connect(place.url, {
      ...options,
      token: bearer,
      credentials,
      // A token of a place has precedence.
      renewable: place.token === undefined ? renewable : undefined,
      variables: { ...options.variables, ...(variable !== undefined && { token: variable }) },
      dispatcher,
      secrets,
    });
  }

  async function closeConnections(): Promise<void> {
    for (const each of connected.values()) await each.close();
    await ownConnections?.close();
  }
}

function toConnectionKey({ url, token }: Place): string {
  return JSON.stringify([url, token]);
}
