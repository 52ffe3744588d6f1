import type { Dispatcher } from "undici";
import { type Operation, ToolError } from "../../contracts/index.ts";
import { type Way, createConnections, secretsOf } from "./connections.ts";
import type { IdentityTokens, TokenVariables } from "./identities.ts";
import type { Meter } from "./meter.ts";
import { type Target, connect } from "./target.ts";
import { unknownApi } from "./unknown-api.ts";

/** Where one API is, and with whose token it is asked. */
export interface Place {
  readonly url: string;
  /** In place of the token of the others. */
  readonly token?: string;
  /** The variable that this token is from. */
  readonly variable?: string;
}

/** Where the APIs are that are tried: each has a host of its own, or all have one. */
export interface Deployment {
  /** Its hosts, as a line tells them. */
  readonly url: string;
  /** By API, where they have hosts of their own. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Whether all of it is a Concord mock, where everything may be tried. */
  readonly isMock: boolean;
  /** Whether some of it accepts requests that violate assumed constraints only. */
  readonly acceptsAssumed: boolean;
  /** The APIs that its Concord mocks say that they serve; undefined where none of it is one. */
  readonly mockApis: readonly string[] | undefined;
  /** Whether it is known where an API is. */
  has(api: string): boolean;
  /** Where an operation is asked for, on behalf of one that is tried. */
  at(operation: Operation, tried?: Operation): Target;
  mask(text: string): string;
  close(): Promise<void>;
}

export interface DeploymentOptions extends Way {
  /** Where those are that are not in `places`. */
  readonly target?: string;
  readonly places?: Readonly<Record<string, Place>>;
  /** All APIs that may be asked for. */
  readonly apis: readonly string[];
  /** Those that are tried. */
  readonly tried: readonly string[];
  readonly token?: string;
  readonly identities?: IdentityTokens;
  readonly variables?: TokenVariables;
  readonly dispatcher?: Dispatcher;
  /** Tells with each answer how long it took. */
  readonly isTimed?: boolean;
  readonly signal?: AbortSignal;
  readonly meter: Meter;
}

/** After that many, hosts are counted and not named. */
const MOST_NAMED = 3;
const TIMEOUT_MS = 10_000;

/**
 * Connects to all hosts of a deployment.
 * @throws ToolError "unreachable-target", "invalid-target", "unknown-api" where a place is none of the APIs', or
 * "unknown-host" where it is not known where an API is.
 */
export async function reach(options: DeploymentOptions): Promise<Deployment> {
  const { target, places = {}, apis, tried, token, proxy, trust, identities, isTimed, signal, meter } = options;
  const placeOf = (api: string): Place | undefined =>
    (Object.hasOwn(places, api) ? places[api] : undefined) ?? (target === undefined ? undefined : { url: target });
  const stray = Object.keys(places).find((name) => !apis.includes(name));
  if (stray !== undefined) throw unknownApi(`say where "${stray}" is`, stray, apis);
  const lost = tried.filter((api) => !placeOf(api));
  if (lost.length > 0)
    throw new ToolError("unknown-host", `Cannot test "${lost[0]}": it is not known where it is`, {
      hint: "Name its host in the file of --base-urls, or one for all others with --target; --api chooses fewer APIs",
    });
  const own = options.dispatcher || (!proxy && !trust) ? undefined : createConnections(options, TIMEOUT_MS);
  const dispatcher = options.dispatcher ?? own;
  const secrets = [
    ...secretsOf(proxy),
    ...Object.values(places).flatMap((place) => place.token ?? []),
    ...(token === undefined ? [] : [token]),
  ];
  const distinct = new Map(apis.flatMap((api) => placeOf(api) ?? []).map((place) => [keyOf(place), place]));
  const attempts = await Promise.allSettled(
    [...distinct].map(async ([key, place]) => [key, await connectTo(place)] as const),
  );
  const connected = new Map(attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : [])));
  const failed = attempts.find((attempt) => attempt.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  const byApi = new Map(
    apis.flatMap((api) => {
      const place = placeOf(api);
      return place ? [[api, (connected.get(keyOf(place)) as Target).of(api)] as const] : [];
    }),
  );
  const all = [...byApi.values()];
  const mocked = all.flatMap(({ mockApis }) => (mockApis ? [mockApis] : []));
  const urls = [...new Set(tried.map((api) => (byApi.get(api) as Target).url))];
  const named = urls.slice(0, MOST_NAMED).join(", ");
  return {
    url: urls.length > MOST_NAMED ? `${named} and ${urls.length - MOST_NAMED} more` : named,
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
      return by === undefined || by.api === api ? found : found.of(by.api);
    },
    mask: (text) => all.reduce((masked, each) => each.mask(masked), text),
    close,
  };

  function connectTo(place: Place): Promise<Target> {
    const bearer = place.token ?? token;
    return connect(place.url, {
      ...(bearer !== undefined && { token: bearer }),
      variables: {
        ...options.variables,
        ...(place.token !== undefined && place.variable !== undefined && { token: place.variable }),
      },
      ...(identities && { identities }),
      ...(dispatcher && { dispatcher }),
      ...(proxy && { proxy }),
      ...(isTimed && { isTimed }),
      ...(signal && { signal }),
      secrets,
      meter,
    });
  }

  async function close(): Promise<void> {
    for (const each of connected.values()) await each.close();
    await own?.close();
  }
}

function keyOf({ url, token }: Place): string {
  return JSON.stringify([url, token]);
}
