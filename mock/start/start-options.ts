import type { Contract } from "../../contracts/index.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Clock } from "../model/clock.ts";
import type { PlatformOptions } from "../engine/create-platform.ts";
import type { State } from "../state/open-state.ts";
import type { ListenOptions } from "../transports/http.ts";

export interface StartOptions extends Omit<PlatformOptions, "clock">, ListenOptions {
  /** Clock of the platform. Default: the machine's time. */
  readonly clock?: Clock;
  /** Contracts to serve: loaded ones, or paths of files and folders. Default: those of the profile. */
  readonly contracts?: readonly (Contract | string)[];
  /** Compiles all operations before the mock is ready, so that the first request of each is fast. Default: false. */
  readonly warmUp?: boolean;
  /** OpenAPI Overlays for the contracts that are loaded from paths. */
  readonly overlays?: readonly string[];
  /** Storage of the state, without a `store`: "memory"; "sqlite:FILE", which survives the process; or "postgres://…", a database. */
  readonly state?: State;
  /**
   * Initial state of "demo", or of the organization that the fixtures name, if it is empty: a name ("small"), a JSON
   * file, a state, or a list of these. Forks of it have the same initial state. Other organizations begin with the documented examples, or empty.
   */
  readonly fixtures?: Fixtures | string | readonly (Fixtures | string)[];
}
