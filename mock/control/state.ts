import type { Json } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import { type ControlCall, type ControlHandlers, refuseFaults } from "./operation.ts";

/** Handlers for the state and snapshots of an organization. */
export const stateHandlers: ControlHandlers = {
  readState: async ({ organization }) => ({ value: (await organization.state()) as unknown as Json }),
  seedState({ organization, body }) {
    const state = body as unknown as OrganizationState;
    return refuseFaults(() => organization.seed(state).then(() => ({})), 409);
  },
  async resetOrganization({ organization }) {
    await organization.reset();
    return {};
  },
  async listSnapshots({ organization }) {
    const names = await organization.snapshots();
    return { value: { snapshots: names.map((name) => ({ name })) } };
  },
  async createSnapshot({ organization, body }) {
    const { name } = body as { readonly name?: string };
    return { value: { name: await organization.snapshot(name) } };
  },
  async readSnapshot({ organization, input }) {
    const name = readSnapshotName(input);
    const state = await organization.stateOfSnapshot(name);
    if (state) return { value: state as unknown as Json };
    return noSnapshot(name);
  },
  async restoreSnapshot({ organization, input }) {
    const name = readSnapshotName(input);
    if (!(await organization.snapshots()).includes(name)) return noSnapshot(name);
    await organization.restore(name);
    return {};
  },
  async deleteSnapshot({ organization, input }) {
    const name = readSnapshotName(input);
    if (await organization.deleteSnapshot(name)) return {};
    return noSnapshot(name);
  },
};

function readSnapshotName({ parameters }: ControlCall["input"]): string {
  return String(parameters["snapshot"]);
}

function noSnapshot(name: string): Refusal {
  return { refused: `There is no snapshot "${name}"`, status: 404 };
}
