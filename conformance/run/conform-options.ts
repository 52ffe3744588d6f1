import type { Dispatcher } from "undici";
import type { Contract } from "../../contracts/index.ts";
import type { ConformanceProfile } from "../profile/conformance-profile.ts";
import type { Archive } from "../archive/archive.ts";
import type { Credentials } from "../credentials/credential-set.ts";
import type { ProxyPlaces } from "../target/connections.ts";
import type { Place } from "../target/deployment.ts";
import type { IdentityTokens, TokenVariables } from "../target/identities.ts";
import type { Permissions } from "../target/permissions.ts";
import type { Clock } from "../target/rate/pace.ts";
import type { Trust } from "../target/raw/trust.ts";
import type { OperationSettings } from "../selection/operation-settings.ts";
import type { Shard } from "./shard.ts";

/** Options of `conform()`. */
export interface ConformOptions {
  readonly contracts: readonly Contract[];
  /** Promises and clauses of the provider. Default: `defaultConformance`. */
  readonly profile?: ConformanceProfile;
  /** Base URL of the provider, for APIs that are not in `places`. */
  readonly target?: string;
  /** APIs with a host of their own. */
  readonly places?: Readonly<Record<string, Place>>;
  readonly token?: string;
  /** Credentials beside the token: for Basic, for single security schemes, in headers, and tokens that expire. */
  readonly credentials?: Credentials;
  /** Headers without credentials that every request has. Header parameters of these names are not generated. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the requests, such as `mock.dispatcher`, which needs no port. Default: connections to the target. */
  readonly dispatcher?: Dispatcher;
  /** Proxies for connections. Default: none. */
  readonly proxy?: ProxyPlaces;
  /** Certificates to trust in addition to those of Node. */
  readonly trust?: Trust;
  /** Tokens of other identities. A Concord mock has another organization without one. */
  readonly identities?: IdentityTokens;
  /** Environment variables of the tokens, if they differ from the defaults. */
  readonly variables?: TokenVariables;
  /** Default: "sandbox" for a Concord mock, else "read-only". */
  readonly mode?: "read-only" | "sandbox";
  /** Also tests parts that are only assumed. */
  readonly includeAssumed?: boolean;
  /** With the same seed, a target in the same state gets the same requests. Default: random. */
  readonly seed?: number;
  /** Most requests of a property to an operation. Default: 25. */
  readonly runs?: number;
  /** Only operations with this API, id or name ("GET /path"), or one of these. */
  readonly operation?: string | readonly string[];
  /**
   * Operations that no request may call: API, operationId, "METHOD /path/{template}", or a path with `*` and `**`.
   */
  readonly exclude?: readonly string[];
  /** Settings of single operations, by the same names. */
  readonly operations?: Readonly<Record<string, OperationSettings>>;
  /** Only operations of these APIs. */
  readonly apis?: readonly string[];
  /** Only these phases. Default: all. */
  readonly phases?: readonly string[];
  /** Only the property with this id. */
  readonly property?: string;
  /** Only findings of this check. For a property, only that property is tested. */
  readonly check?: string;
  /** Most requests of the run. */
  readonly maxRequests?: number;
  /** Time limit of the run in seconds. */
  readonly maxSeconds?: number;
  /** Most requests per second. Default: no limit. */
  readonly rate?: number;
  /** Clock of the pauses between requests. Default: real time. */
  readonly clock?: Clock;
  /** Percentage of operations that need a successful valid request (`belowMinimum`). */
  readonly minTested?: number;
  /** Only this part of the APIs. */
  readonly shard?: Shard;
  /** Organization for writes to a live deployment. */
  readonly organization?: string;
  /** True if the bundled contracts are used because none were named. Live writes then need a named organization. */
  readonly isPlatform?: boolean;
  /** Permissions beyond sequential requests. Default: none. */
  readonly permissions?: Permissions;
  /** Starts with this counterexample. Requires `operation` and `property`. */
  readonly path?: string;
  /** Records the exchanges of the run. */
  readonly archive?: Archive;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Arguments for the contracts in printed commands, unless they are the platform's. */
  readonly contractsArguments?: readonly string[];
  /** Arguments for the overlays in printed commands. */
  readonly overlaysArguments?: readonly string[];
  /** Responses that take longer are findings, if a second try confirms it. Default: no limit. */
  readonly maxResponseMs?: number;
  /** Further arguments of printed commands that are needed to reach the target. */
  readonly reachingArguments?: readonly string[];
  /** Further arguments of printed curl commands. */
  readonly curlArguments?: readonly string[];
  /** Called before created items are removed. `left` lists those that still exist. */
  readonly onCleaning?: (left: () => readonly string[]) => void;
}

/** Progress of a run. */
export interface Progress {
  readonly operation: string;
  readonly done: number;
  readonly operations: number;
  readonly requests: number;
  readonly failures: number;
}
