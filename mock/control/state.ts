import type { Json } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";
import type { OrganizationState } from "../state/organization-state.ts";
import { type ControlHandlers, attempt } from "./operation.ts";

/** What an organization has: read, given, kept, taken back. */
export const stateHandlers: ControlHandlers = {
  readState: async ({ platform, organization }) => ({
    value: (await platform.state(organization)) as unknown as Json,
  }),
  seedState({ platform, organization, body }) {
    const state = body as unknown as OrganizationState;
    return attempt(() => platform.seed(organization, state).then(() => ({})), 409);
  },
  async resetOrganization({ platform, organization }) {
    await platform.reset(organization);
    return {};
  },
  async listSnapshots({ platform, organization }) {
    const names = await platform.snapshotsOf(organization);
    return { value: { snapshots: names.map((name) => ({ name })) } };
  },
  async createSnapshot({ platform, organization, body }) {
    const { name } = body as { readonly name?: string };
    return { value: { name: await platform.snapshot(organization, name) } };
  },
  async readSnapshot({ platform, organization, input }) {
    const name = String(input.parameters["snapshot"]);
    const state = await platform.stateOfSnapshot(organization, name);
    return state ? { value: state as unknown as Json } : noSnapshot(name);
  },
  async restoreSnapshot({ platform, organization, input }) {
    const name = String(input.parameters["snapshot"]);
    if (!(await platform.snapshotsOf(organization)).includes(name)) return noSnapshot(name);
    await platform.restore(organization, name);
    return {};
  },
  async deleteSnapshot({ platform, organization, input }) {
    const name = String(input.parameters["snapshot"]);
    if (!(await platform.forgetSnapshot(organization, name))) return noSnapshot(name);
    return {};
  },
};

function noSnapshot(name: string): Refusal {
  return { refused: `There is no snapshot "${name}"`, status: 404 };
}
