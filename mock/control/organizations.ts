import type { ControlHandlers } from "./operation.ts";

/** Handlers for the organizations of the mock. */
export const organizationHandlers: ControlHandlers = {
  async listOrganizations({ platform }) {
    const names = await platform.organizations();
    const organizations = names.map((each) => platform.organization(each));
    return { value: { organizations: organizations.map(({ name, token }) => ({ name, token })) } };
  },
  async createWorld({ platform, body }) {
    const { from = "demo", name: wanted } = body as { readonly from?: string; readonly name?: string };
    // After a reset, an organization still has its snapshots.
    const isTaken =
      wanted !== undefined &&
      ((await platform.organizations()).includes(wanted) ||
        (await platform.organization(wanted).snapshots()).length > 0);
    if (isTaken) return { refused: `There is already an organization "${wanted}"`, status: 409 };
    const { name, token } = await platform.organization(from).fork(wanted);
    return { value: { name, token, from, baggage: platform.baggageOf(name) } };
  },
  async endOrganization({ organization }) {
    await organization.end();
    return {};
  },
};
