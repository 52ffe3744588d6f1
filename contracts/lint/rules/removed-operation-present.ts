import { toList, object } from "../../model/json-parts.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { anonymousTemplate } from "../../model/template.ts";
import type { LintRule } from "../rule.ts";

export const removedOperationPresent: LintRule = {
  id: "removed-operation-present",
  claim: "Every operation in x-removed has a path and methods, and is no longer in paths",
  find({ document, removed, operations }) {
    const present = new Set(operations.map(({ name }) => anonymousTemplate(name)));
    const stillPresent = removed
      .filter(({ name }) => present.has(anonymousTemplate(name)))
      .map(({ name, pointer }) => ({ pointer, message: `${name} is listed in x-removed, but is still in paths` }));
    const malformed = Object.keys(object(document["x-removed"])).flatMap((path) => {
      const pointer = join("", "x-removed", path);
      const methodNames = toList(object(valueAt(document, pointer))["methods"]);
      const readCount = removed.filter((one) => one.path === path).length;
      if (methodNames.length > 0 && methodNames.length === readCount) return [];
      return [{ pointer, message: 'List the methods that the path no longer has, such as "methods: [GET, POST]"' }];
    });
    return [...stillPresent, ...malformed];
  },
};
