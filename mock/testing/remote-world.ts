import type { Json } from "../../contracts/index.ts";
import type { FaultSetting } from "../faults/index.ts";
import type { JournalEntry } from "../journal/index.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import { createControlClient } from "../transports/control-client.ts";

/** Organization for one test, in a mock that may run in another process. */
export interface RemoteWorld {
  readonly name: string;
  /** An API token that acts for the organization. */
  readonly token: string;
  /** Address of the mock. */
  readonly url: string;
  /** Headers that select the organization, whatever the credentials of a request. */
  readonly headers: { readonly baggage: string };
  /** Returns its latest exchanges, at most 100. */
  journal(): Promise<readonly JournalEntry[]>;
  /** Returns the whole state, as JSON that can be edited and passed to `seed`. */
  state(): Promise<OrganizationState>;
  /** Replaces the state. */
  seed(state: OrganizationState): Promise<void>;
  /** Replaces the faults. */
  setFaults(faults: readonly FaultSetting[]): Promise<void>;
  /** Deletes the organization with its state and journal. */
  end(): Promise<void>;
}

export interface RemoteWorldOptions {
  /** Organization whose state the world begins with. */
  readonly from: string;
  /** Control token of the mock, if it has one. */
  readonly controlToken?: string | undefined;
}

/** Creates an organization in the mock at a URL, with a copy of the state of another organization. */
export async function createRemoteWorld(url: string, { from, controlToken }: RemoteWorldOptions): Promise<RemoteWorld> {
  const { send } = createControlClient(url, controlToken);
  const world = await send("POST", "worlds", { from });
  const { name, token, baggage } = world as Readonly<Record<"name" | "token" | "baggage", string>>;
  const path = `organizations/${name}`;
  return {
    name,
    token,
    url,
    headers: { baggage },
    async journal() {
      const read = (await send("GET", `${path}/journal`)) as unknown as { readonly exchanges: readonly JournalEntry[] };
      return read.exchanges;
    },
    state: async () => (await send("GET", `${path}/state`)) as unknown as OrganizationState,
    async seed(state) {
      await send("PUT", `${path}/state`, state as unknown as Json);
    },
    async setFaults(faults) {
      await send("PUT", `${path}/faults`, { faults } as unknown as Json);
    },
    async end() {
      await send("DELETE", path);
    },
  };
}
