import type { Organization } from "../platform/organization.ts";
import { PUBLIC_ORGANIZATION } from "../calls/credentials.ts";
import { emit } from "../events/emit.ts";
import { publishToWebhooks } from "../events/publish-event.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { type OrganizationState, contentsOf, stateOf } from "../state/organization-state.ts";
import { createSnapshots } from "../state/snapshots.ts";
import type { Store } from "../state/store.ts";
import type { Worlds } from "./worlds.ts";

/** Checks a state before it replaces that of an organization. Returns the state to store. */
type CheckState = (state: OrganizationState, isTrusted: boolean) => OrganizationState;

/** Organizations of a mock. They survive a change of its contracts. */
export interface Organizations {
  get(name: string): Organization;
  /** Returns the names of organizations that have state, and of the latest that called with a token. */
  names(): Promise<readonly string[]>;
  /** Sets the function that checks new states. */
  serve(check: CheckState): void;
}

interface OrganizationParts {
  readonly store: Store;
  readonly seed: string;
  readonly worlds: Worlds;
  readonly profile: MockProfile;
}

export function createOrganizations({ store, seed, worlds, profile }: OrganizationParts): Organizations {
  const { publish = publishToWebhooks } = profile;
  const snapshots = createSnapshots(store);
  let check: CheckState = (state) => state;
  return {
    get: organizationOf,
    async names() {
      // Requests without a token create no organization, unless they create state.
      const called = [...worlds.names()].filter((name) => name !== PUBLIC_ORGANIZATION);
      const names = [...(await store.organizations()), ...called].filter((name) => !snapshots.isSnapshot(name));
      return [...new Set(names)].toSorted();
    },
    serve(next) {
      check = next;
    },
  };

  function organizationOf(name: string): Organization {
    return {
      name,
      token: profile.credentials.tokenOf(name),
      get clock() {
        return worlds.keep(name).clock;
      },
      faults: {
        get: () => worlds.keep(name).faults.get(),
        set: (settings) => worlds.keep(name).faults.set(settings),
      },
      get journal() {
        return worlds.keep(name).journal;
      },
      get limits() {
        return worlds.keep(name).limits;
      },
      get deliveries() {
        return worlds.keep(name).deliveries();
      },
      emit(event) {
        const world = worlds.keep(name);
        return emit({ store, seed, world, now: world.clock.now() }, event, publish);
      },
      state: async () => stateOf(await store.dump(name)),
      async seed(state, isTrusted = false) {
        const contents = contentsOf(check(state, isTrusted));
        worlds.reserve(name);
        await store.load(name, contents);
        worlds.renew(name);
      },
      snapshot(given) {
        worlds.reserve(name);
        return snapshots.keep(name, given);
      },
      snapshots: () => snapshots.names(name),
      stateOfSnapshot: (snapshot) => snapshots.state(name, snapshot),
      async restore(snapshot) {
        await snapshots.restore(name, snapshot);
        worlds.renew(name);
      },
      deleteSnapshot: (snapshot) => snapshots.delete(name, snapshot),
      reset,
      async end() {
        for (const snapshot of await snapshots.names(name)) await snapshots.delete(name, snapshot);
        await reset();
      },
      async fork(to) {
        const fork = to ?? (await worlds.assign(name));
        await store.fork(name, fork);
        await worlds.endDeliveries(fork);
        worlds.fork(name, fork);
        return organizationOf(fork);
      },
    };

    async function reset(): Promise<void> {
      await store.reset(name);
      await worlds.endDeliveries(name);
      worlds.forget(name);
    }
  }
}
