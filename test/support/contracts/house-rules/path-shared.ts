import { anonymousTemplate } from "../../../../contracts/model/template.ts";
import type { HouseRule } from "./house-rule.ts";

export const pathShared: HouseRule = {
  id: "path-shared",
  claim: "No two documents have an operation of the same method and path",
  find(contract, { contracts }) {
    const others = new Map(
      contracts
        .filter((other) => other !== contract)
        .flatMap(({ title, operations }) => operations.map(({ name }) => [anonymousTemplate(name), title] as const)),
    );
    return contract.operations.flatMap(({ name, pointer }) => {
      const title = others.get(anonymousTemplate(name));
      return title === undefined ? [] : [{ pointer, message: `"${title}" also has the operation ${name}` }];
    });
  },
};
