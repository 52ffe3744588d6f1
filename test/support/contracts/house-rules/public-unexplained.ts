import { object } from "../../../../contracts/model/json-parts.ts";
import { valueAt } from "../../../../contracts/model/pointer.ts";
import type { HouseRule } from "./house-rule.ts";

export const publicUnexplained: HouseRule = {
  id: "public-unexplained",
  claim: "An operation without security gives the reason in x-public",
  find: ({ document, operations }) =>
    operations
      .filter(({ security }) => security.length === 0 || security.some((schemes) => schemes.length === 0))
      .filter(({ pointer }) => typeof object(valueAt(document, pointer))["x-public"] !== "string")
      .map(({ pointer }) => ({
        pointer,
        message: "Give the reason in x-public why no token is required",
      })),
};
