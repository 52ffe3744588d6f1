import { type Contract, type Operation, rolesOf } from "../../contracts/index.ts";

/** Operation by "api/operationId", its operationId, or "METHOD /path/{template}". */
export function getNamedOperation(
  contracts: readonly Contract[],
  name: string,
): { readonly contract: Contract; readonly operation: Operation } | undefined {
  for (const contract of contracts) {
    const route = contract.routes.find(({ api, id, name: full }) => [`${api}/${id}`, id, full].includes(name));
    const operation = route && contract.operations.find(({ id }) => id === route.id);
    if (operation) return { contract, operation };
  }
  return undefined;
}

/** Names of all operations. */
export function operationNames(contracts: readonly Contract[]): string[] {
  return contracts.flatMap(({ routes }) => routes.map(({ api, id }) => `${api}/${id}`));
}

/** Collection by its path, with the id property of its items. */
export function getNamedCollection(
  contracts: readonly Contract[],
  path: string,
): { readonly path: string; readonly idProperty: string } | undefined {
  for (const contract of contracts) {
    if (!contract.routes.some((route) => route.path.startsWith(path))) continue;
    const roles = [...rolesOf(contract).values()].filter(({ collection }) => collection === path);
    if (roles.length > 0) return { path, idProperty: roles.find(({ idProperty }) => idProperty)?.idProperty ?? "id" };
  }
  return undefined;
}

/** Paths of all collections. */
export function collectionNames(contracts: readonly Contract[]): string[] {
  return [
    ...new Set(
      contracts.flatMap((contract) =>
        [...rolesOf(contract).values()].flatMap(({ kind, collection }) => (kind === "action" ? [] : [collection])),
      ),
    ),
  ];
}
