import type { Platform } from "../platform/platform.ts";
import type { ControlHandlers } from "./operation.ts";

/** Who has a world here, and how to make another one. */
export const organizationHandlers: ControlHandlers = {
  async listOrganizations({ platform }) {
    const names = await platform.organizations();
    return { value: { organizations: names.map((name) => ({ name, token: tokenOf(platform, name) })) } };
  },
  async createWorld({ platform, body }) {
    const { from = "demo", name } = body as { readonly from?: string; readonly name?: string };
    if (name !== undefined && (await isTaken(platform, name)))
      return { refused: `There already is an organization "${name}"`, status: 409 };
    const made = await platform.fork(from, name);
    return { value: { name: made, token: tokenOf(platform, made), from } };
  },
  async endOrganization({ platform, organization }) {
    await platform.end(organization);
    return {};
  },
};

/** Also one that was reset is: its snapshots are still there. */
async function isTaken(platform: Platform, name: string): Promise<boolean> {
  return (await platform.organizations()).includes(name) || (await platform.snapshotsOf(name)).length > 0;
}

function tokenOf({ profile }: Platform, organization: string): string {
  return profile.credentials.tokenOf(organization);
}
