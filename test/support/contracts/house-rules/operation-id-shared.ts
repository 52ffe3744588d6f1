import type { HouseRule } from "./house-rule.ts";

export const operationIdShared: HouseRule = {
  id: "operation-id-shared",
  claim: "No two documents use the same operationId",
  find: (contract, { contracts }) =>
    contract.operations.flatMap(({ id, pointer }) => {
      const other = contracts.find(
        ({ operations }) => operations !== contract.operations && operations.some((one) => one.id === id),
      );
      return other ? [{ pointer, message: `operationId "${id}" is also used by "${other.title}"` }] : [];
    }),
};
