import type { ControlHandlers } from "./operation.ts";

/** Who has a world here, and how to make another one. */
export const organizationHandlers: ControlHandlers = {
  async listOrganizations({ platform }) {
    const names = await platform.organizations();
    return { value: { organizations: names.map((name) => ({ name, token: tokenOf(name) })) } };
  },
  async createWorld({ platform, body }) {
    const { from = "demo", name } = body as { readonly from?: string; readonly name?: string };
    const taken = new Set(await platform.organizations());
    if (name !== undefined && taken.has(name))
      return { refused: `There already is an organization "${name}"`, status: 409 };
    const made = name ?? unused(`${from.slice(0, 80)}-world-`, taken);
    await platform.fork(from, made);
    return { value: { name: made, token: tokenOf(made), from } };
  },
};

function tokenOf(organization: string): string {
  return `org_${organization}`;
}

function unused(start: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) if (!taken.has(start + number)) return start + number;
}
