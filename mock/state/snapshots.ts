import { type OrganizationState, stateOf } from "./organization-state.ts";
import type { Store } from "./store.ts";

/** States of organizations that are kept under a name, to come back to. */
export interface Snapshots {
  /** Keeps the state of an organization as it is now; a snapshot of the same name is replaced. Answers its name. */
  snapshot(organization: string, name?: string): Promise<string>;
  /** The names of an organization's snapshots. */
  snapshotsOf(organization: string): Promise<readonly string[]>;
  /** What a snapshot keeps; undefined where there is none of that name. */
  stateOfSnapshot(organization: string, name: string): Promise<OrganizationState | undefined>;
  /**
   * Gives an organization the state that it had then. The snapshot stays, and can be restored again.
   * @throws RangeError where there is none of that name.
   */
  restore(organization: string, name: string): Promise<void>;
  /** Forgets a snapshot; false where there is none of that name. */
  forgetSnapshot(organization: string, name: string): Promise<boolean>;
}

/** No organization that a token names has this in its name. */
const MARK = "@";

/** Keeps snapshots beside the organizations, as forks that nobody can call. */
export function createSnapshots(store: Store): Snapshots & { isSnapshot(organization: string): boolean } {
  /** What was kept since the start: a store does not tell of those that have nothing. */
  const kept = new Set<string>();

  return {
    isSnapshot: (organization) => organization.includes(MARK),
    async snapshot(organization, given) {
      const name = given ?? unused(await snapshotsOf(organization));
      await store.fork(organization, nameOf(organization, name));
      kept.add(nameOf(organization, name));
      return name;
    },
    snapshotsOf,
    async stateOfSnapshot(organization, name) {
      if (!(await snapshotsOf(organization)).includes(name)) return undefined;
      return stateOf(await store.dump(nameOf(organization, name)));
    },
    async restore(organization, name) {
      if (!(await snapshotsOf(organization)).includes(name))
        throw new RangeError(`Cannot restore "${name}": "${organization}" has no snapshot of that name`);
      await store.fork(nameOf(organization, name), organization);
    },
    async forgetSnapshot(organization, name) {
      if (!(await snapshotsOf(organization)).includes(name)) return false;
      kept.delete(nameOf(organization, name));
      await store.reset(nameOf(organization, name));
      return true;
    },
  };

  async function snapshotsOf(organization: string): Promise<string[]> {
    const start = nameOf(organization, "");
    const names = [...kept, ...(await store.organizations())].filter((name) => name.startsWith(start));
    return [...new Set(names)].map((name) => name.slice(start.length)).toSorted();
  }
}

function nameOf(organization: string, name: string): string {
  return organization + MARK + name;
}

function unused(names: readonly string[]): string {
  for (let number = names.length + 1; ; number++) {
    const name = `snapshot-${number}`;
    if (!names.includes(name)) return name;
  }
}
