import { object } from "../../../../contracts/model/json-parts.ts";
import { valueAt } from "../../../../contracts/model/pointer.ts";
import type { HouseRule } from "./house-rule.ts";

export const operationUnnamed: HouseRule = {
  id: "operation-unnamed",
  claim: "Every operation has an operationId that consists of a verb and a noun, such as listSchemas",
  find: ({ operations, document }) =>
    operations.flatMap(({ pointer }) => {
      const id = object(valueAt(document, pointer))["operationId"];
      if (typeof id !== "string") return [{ pointer, message: "This operation has no operationId" }];
      if (/^[a-z]+([A-Z][a-z0-9]*)+$/.test(id)) return [];
      return [{ pointer, message: `operationId "${id}" is not a verb and a noun in lower camel case` }];
    }),
};
