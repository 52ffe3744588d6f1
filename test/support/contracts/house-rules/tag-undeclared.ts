import { toList, object } from "../../../../contracts/model/json-parts.ts";
import { join, valueAt } from "../../../../contracts/model/pointer.ts";
import type { HouseRule } from "./house-rule.ts";

export const tagUndeclared: HouseRule = {
  id: "tag-undeclared",
  claim: "Every operation has a tag, and every tag is described",
  find({ document, operations }) {
    const declared = new Map(toList(document["tags"]).map((tag) => [object(tag)["name"], object(tag)["description"]]));
    const undescribed = [...declared]
      .filter(([, description]) => typeof description !== "string")
      .map(([name]) => ({ pointer: "/tags", message: `Tag "${String(name)}" has no description` }));
    const untagged = operations.flatMap(({ pointer }) => {
      const tags = toList(object(valueAt(document, pointer))["tags"]);
      if (tags.length === 0) return [{ pointer, message: "This operation has no tag" }];
      return tags
        .filter((tag) => !declared.has(tag))
        .map((tag) => ({ pointer: join(pointer, "tags"), message: `Tag "${String(tag)}" is not declared` }));
    });
    return [...undescribed, ...untagged];
  },
};
