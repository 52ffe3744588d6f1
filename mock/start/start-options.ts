import type { Contract } from "../../contracts/index.ts";
import type { Fixtures } from "../fixtures/fixtures.ts";
import type { Clock } from "../model/clock.ts";
import type { PlatformOptions } from "../engine/create-platform.ts";
import type { State } from "../state/open-state.ts";
import type { ListenOptions } from "../transports/http.ts";

export interface StartOptions extends Omit<PlatformOptions, "clock">, ListenOptions {
  /** The platform's time. Default: the machine's. */
  readonly clock?: Clock;
  /** Contracts to serve: loaded ones, or paths of files and folders. The platform's own if not said. */
  readonly contracts?: readonly (Contract | string)[];
  /** OpenAPI Overlays to apply to those that are loaded here. */
  readonly overlays?: readonly string[];
  /** Where state lives, if no `store` is given: "memory", or "sqlite:FILE" to survive the process. */
  readonly state?: State;
  /**
   * What "demo" begins with, or the organization that they name, where it has nothing yet: names ("small"), JSON files,
   * or states themselves. Forks of it begin with the same, and other organizations with nothing.
   */
  readonly fixtures?: string | readonly (Fixtures | string)[];
}
