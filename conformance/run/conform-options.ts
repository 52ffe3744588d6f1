import type { Dispatcher } from "undici";
import type { Contract } from "../../contracts/index.ts";
import type { ConformanceProfile } from "../profile/conformance-profile.ts";
import type { Archive } from "../archive/archive.ts";
import type { ProxyPlaces } from "../target/connections.ts";
import type { Place } from "../target/deployment.ts";
import type { IdentityTokens, TokenVariables } from "../target/identities.ts";
import type { Leave } from "../target/permissions.ts";
import type { Clock } from "../target/pace.ts";
import type { Trust } from "../target/raw/trust.ts";
import type { Shard } from "./shard.ts";

/** Options of `conform()`. */
export interface ConformOptions {
  readonly contracts: readonly Contract[];
  /** What is special about the provider: its promises, and the clauses that findings cite. Default: `defaultConformance`. */
  readonly profile?: ConformanceProfile;
  /** Base address of the provider; of the APIs that are not in `places`. */
  readonly target?: string;
  /** Where APIs are that have a host of their own. */
  readonly places?: Readonly<Record<string, Place>>;
  readonly token?: string;
  /** Sends the requests: `mock.dispatcher` needs no port. Connections to the target, if not said. */
  readonly dispatcher?: Dispatcher;
  /** The proxies that connections go through; none if not said. */
  readonly proxy?: ProxyPlaces;
  /** Whose certificates are trusted, beside those that Node trusts. */
  readonly trust?: Trust;
  /** Tokens of others; on a Concord mock, another organization is known without one. */
  readonly identities?: IdentityTokens;
  /** The variables that commands take the tokens from, where they are not the usual ones. */
  readonly variables?: TokenVariables;
  /** Sandbox where the target is a Concord mock, else read-only, if not said. */
  readonly mode?: "read-only" | "sandbox";
  /** Try and judge what the specification does not show, too. */
  readonly includeAssumed?: boolean;
  /** The same seed sends the same requests to a target in the same state; a random one if not said. */
  readonly seed?: number;
  /** How many requests each property may send to an operation; 25 if not said. */
  readonly runs?: number;
  /** Only operations whose api, id or name ("GET /path") is this. */
  readonly operation?: string;
  /** Only operations of these APIs. */
  readonly apis?: readonly string[];
  /** Only these phases; all if not said. */
  readonly phases?: readonly string[];
  /** Only the property of this id. */
  readonly property?: string;
  /** Only findings of this check; of a property, only that is tried. */
  readonly check?: string;
  /** So many requests are sent at most. */
  readonly maxRequests?: number;
  /** So long the run may take, in seconds. */
  readonly maxSeconds?: number;
  /** So many requests are sent in a second at most; as many as the target takes, if not said. */
  readonly rate?: number;
  /** The time that requests wait for their turns in; real time if not said. */
  readonly clock?: Clock;
  /** The percentage of operations on which a valid request has to succeed (`belowMinimum`). */
  readonly minTested?: number;
  /** Only this share of the APIs. */
  readonly shard?: Shard;
  /** The organization that a live deployment is written in. */
  readonly organization?: string;
  /** The bundled contracts are used because none were named: live writes then need a named organization. */
  readonly isPlatform?: boolean;
  /** What it may do to a target beyond sending one request after the other; nothing if not said. */
  readonly leave?: Leave;
  /** Begin with this counterexample; needs `operation` and `property`. */
  readonly path?: string;
  /** Keeps the exchanges of the run. */
  readonly archive?: Archive;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** How the replaying command names the contracts, where they are not the platform's own. */
  readonly contractsArguments?: readonly string[];
  /** The same of overlays. */
  readonly overlaysArguments?: readonly string[];
  /** An answer that takes longer is a finding, where it is confirmed; nothing is if not said. */
  readonly maxResponseMs?: number;
  /** How it says, word by word, how the target is reached, beside what is said here. */
  readonly reachingArguments?: readonly string[];
  /** The same for curl. */
  readonly curlArguments?: readonly string[];
  /** Is called when what was made is about to be removed, with what tells what is there still. */
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
