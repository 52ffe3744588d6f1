import { runInBackground } from "../model/background.ts";
import type { Organization } from "../platform/organization.ts";
import type { World } from "../calls/call.ts";
import { PUBLIC_ORGANIZATION } from "../calls/credentials.ts";
import { emit } from "../events/emit.ts";
import type { Clock, StoredClock } from "../model/clock.ts";
import { publishToWebhooks } from "../events/publish-event.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { type OrganizationState, toContents, toOrganizationState } from "../state/organization-state.ts";
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
  const shared = worlds.tenants;
  let checkState: CheckState = (state) => state;
  return {
    get: openOrganization,
    async names() {
      // Requests without a token create no organization, unless they create state.
      const called = [...(await worlds.names())].filter((name) => name !== PUBLIC_ORGANIZATION);
      const names = [...(await store.organizations()), ...called].filter((name) => !snapshots.isSnapshot(name));
      return [...new Set(names)].toSorted();
    },
    serve(next) {
      checkState = next;
    },
  };

  function openOrganization(name: string): Organization {
    return {
      name,
      token: profile.credentials.tokenOf(name),
      get clock() {
        const { clock } = worlds.keep(name);
        return shared ? sharedClock(clock, move) : clock;
      },
      faults: {
        get: () => worlds.keep(name).faults.get(),
        set: (settings) => changeWorld(({ faults }) => faults.set(settings)),
      },
      get journal() {
        return worlds.keep(name).journal;
      },
      limits: {
        get: () => worlds.keep(name).limits.get(),
        set: (limit) => changeWorld(({ limits }) => limits.set(limit)),
        refill() {
          const world = worlds.keep(name);
          if (shared) shared.enqueue(world, async () => world.limits.refill());
          else runInBackground("fill the limits", () => world.limits.refill());
        },
      },
      get deliveries() {
        return worlds.keep(name).deliveries();
      },
      async emit(event) {
        await sync();
        const world = worlds.keep(name);
        return emit({ store, seed, world, now: world.clock.now() }, event, publish);
      },
      state: async () => toOrganizationState(await store.dump(name)),
      async seed(state, isTrusted = false) {
        const contents = toContents(checkState(state, isTrusted));
        worlds.reserve(name);
        await store.load(name, contents);
        await worlds.renew(name);
      },
      snapshot(given) {
        worlds.reserve(name);
        return snapshots.keep(name, given);
      },
      snapshots: () => snapshots.names(name),
      stateOfSnapshot: (snapshot) => snapshots.state(name, snapshot),
      async restore(snapshot) {
        await snapshots.restore(name, snapshot);
        await worlds.renew(name);
      },
      deleteSnapshot: (snapshot) => snapshots.delete(name, snapshot),
      sync,
      reset,
      async end() {
        for (const snapshot of await snapshots.names(name)) await snapshots.delete(name, snapshot);
        await reset();
      },
      async fork(to) {
        return openOrganization(await worlds.fork(name, to));
      },
    };

    async function reset(): Promise<void> {
      await store.reset(name);
      await worlds.forget(name);
    }

    /** Changes the world at once, and soon the state that all processes share. @throws RangeError of the change. */
    function changeWorld(step: (world: World) => void): void {
      const world = worlds.keep(name);
      step(world);
      shared?.enqueue(world, () => shared.exclusively(world, () => step(world)));
    }

    /** Moves the clock, and plans the deliveries anew that are due by it. */
    function move(step: (world: World) => void): void {
      changeWorld(step);
      shared?.enqueue(worlds.keep(name), () => worlds.reschedule(name));
    }

    async function sync(): Promise<void> {
      if (!shared) return;
      const world = worlds.keep(name);
      await shared.refresh(world);
      await world.limits.load();
    }
  }
}

/** Clock of an organization that other processes share. It moves at once here, and soon for all. */
function sharedClock(clock: StoredClock, move: (step: (world: World) => void) => void): Clock {
  return {
    now: clock.now,
    get isFrozen() {
      return clock.isFrozen;
    },
    advance: (milliseconds) => move((world) => world.clock.advance(milliseconds)),
    freeze: (at = clock.now()) => move((world) => world.clock.freeze(at)),
    resume: () => move((world) => world.clock.resume()),
    fork: () => clock.fork(),
    watch: (onMove) => clock.watch(onMove),
  };
}
