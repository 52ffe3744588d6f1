import { toList, object, nonEmptyText } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import type { Method, RemovedOperation } from "../model/contract.ts";
import { methods } from "../model/methods.ts";
import type { NodeReader } from "./node-reader.ts";
import { join } from "../model/pointer.ts";
import type { Standing } from "../schema/standing.ts";

/** Returns the operations of `x-removed`, which lists withdrawn methods by path. */
export function removedOperations(
  document: JsonObject,
  { resolveNode, nodeFields }: Pick<NodeReader, "resolveNode" | "nodeFields">,
  standing: Standing,
): RemovedOperation[] {
  return Object.entries(object(document["x-removed"])).flatMap(([path, value]) => {
    const item = resolveNode(value, join("", "x-removed", path), standing);
    const names = toList(item.node["methods"]).map((name) => String(name).toLowerCase());
    return methods
      .filter((method) => names.includes(method))
      .map((name): RemovedOperation => {
        const method = name.toUpperCase() as Method;
        const description = nonEmptyText(item.node["description"], "");
        return { ...nodeFields(item), name: `${method} ${path}`, method, path, description };
      });
  });
}
