import { list, object, text } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import type { Method, RemovedOperation } from "../model/contract.ts";
import { methods } from "../model/methods.ts";
import type { Nodes } from "./nodes.ts";
import { join } from "../model/pointer.ts";
import type { Standing } from "../model/standing.ts";

/** `x-removed`: for each path, the methods that it no longer has. */
export function removedOperations(
  document: JsonObject,
  { follow, base }: Pick<Nodes, "follow" | "base">,
  standing: Standing,
): RemovedOperation[] {
  return Object.entries(object(document["x-removed"])).flatMap(([path, value]) => {
    const found = follow(value, join("", "x-removed", path), standing);
    const names = list(found.node["methods"]).map((name) => String(name).toLowerCase());
    return methods
      .filter((method) => names.includes(method))
      .map((name): RemovedOperation => {
        const method = name.toUpperCase() as Method;
        const description = text(found.node["description"], "");
        return { ...base(found), name: `${method} ${path}`, method, path, description };
      });
  });
}
