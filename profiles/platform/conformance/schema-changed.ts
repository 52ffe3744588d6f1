import type { ProviderState } from "../../../conformance/profile/index.ts";
import type { Contract, Operation } from "../../../contracts/index.ts";

/** Provider state in which an update that is based on version 1 of a schema comes too late . */
export const schemaChanged: ProviderState = {
  form: "the schema {slug} has changed since",
  about: "the schema is at version 2: an update based on version 1 is refused with 409",
  problem: ({ contracts }) =>
    findPutSchema(contracts) ? undefined : "the contracts have no operation entity/putSchema",
  async set({ contracts, call }, { slug = "" }) {
    const found = findPutSchema(contracts);
    if (!found) return;
    for (const title of ["First", "Second"])
      await call(found.contract, found.operation, { slug, body: { ui_config: { custom_tabs: [{ title }] } } });
  },
};

function findPutSchema(
  contracts: readonly Contract[],
): { readonly contract: Contract; readonly operation: Operation } | undefined {
  const contract = contracts.find(({ api }) => api === "entity");
  const operation = contract?.operations.find(({ id }) => id === "putSchema");
  return contract && operation && { contract, operation };
}
