import { type OrganizationState, toOrganizationState } from "./organization-state.ts";
import type { Store } from "./store.ts";

/** Named copies of the states of organizations. */
export interface Snapshots {
  /** Copies the state of an organization, and replaces a snapshot of the same name. Returns the name. */
  keep(organization: string, name?: string): Promise<string>;
  /** Returns the names of an organization's snapshots. */
  names(organization: string): Promise<readonly string[]>;
  /** Returns the state that a snapshot keeps. Undefined if there is no snapshot of that name. */
  state(organization: string, name: string): Promise<OrganizationState | undefined>;
  /**
   * Replaces the state of an organization by that of a snapshot, which stays.
   * @throws RangeError if there is no snapshot of that name.
   */
  restore(organization: string, name: string): Promise<void>;
  /** Deletes a snapshot. Returns false if there is no snapshot of that name. */
  delete(organization: string, name: string): Promise<boolean>;
  /** True for the name of an organization in the store that is a snapshot. */
  isSnapshot(organization: string): boolean;
}

/** Separates organization and snapshot. Tokens cannot name an organization with this character. */
const SEPARATOR = "@";

/** Keeps snapshots in the store, as forks that no token can name. */
export function createSnapshots(store: Store): Snapshots {
  /** Snapshots of this process: the store does not list organizations without resources. */
  const keptNames = new Set<string>();

  return {
    isSnapshot: isSnapshotName,
    async keep(organization, given) {
      const name = given ?? unusedName(await listSnapshots(organization));
      await store.fork(organization, nameSnapshot(organization, name));
      keptNames.add(nameSnapshot(organization, name));
      return name;
    },
    names: listSnapshots,
    async state(organization, name) {
      if (!(await listSnapshots(organization)).includes(name)) return undefined;
      return toOrganizationState(await store.dump(nameSnapshot(organization, name)));
    },
    async restore(organization, name) {
      if (!(await listSnapshots(organization)).includes(name))
        throw new RangeError(`Cannot restore "${name}": "${organization}" has no snapshot of that name`);
      await store.fork(nameSnapshot(organization, name), organization);
    },
    async delete(organization, name) {
      if (!(await listSnapshots(organization)).includes(name)) return false;
      keptNames.delete(nameSnapshot(organization, name));
      await store.reset(nameSnapshot(organization, name));
      return true;
    },
  };

  async function listSnapshots(organization: string): Promise<string[]> {
    const start = nameSnapshot(organization, "");
    // Other processes have snapshots, too, where the store lists organizations without resources.
    const stored = store.namesFrom ? await store.namesFrom(start) : [...keptNames, ...(await store.organizations())];
    const all = stored.filter((name) => name.startsWith(start));
    return [...new Set(all)].map((name) => name.slice(start.length)).toSorted();
  }
}

/** True for the name of an organization in the store that is a snapshot. */
export function isSnapshotName(organization: string): boolean {
  return organization.includes(SEPARATOR);
}

function nameSnapshot(organization: string, name: string): string {
  return organization + SEPARATOR + name;
}

function unusedName(names: readonly string[]): string {
  for (let number = names.length + 1; ; number++) {
    const name = `snapshot-${number}`;
    if (!names.includes(name)) return name;
  }
}
