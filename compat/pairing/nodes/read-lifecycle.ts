import { type Contract, type Json, isObject, readLifecycle, valueAt } from "../../../contracts/index.ts";
import type { Lifecycle } from "../../model/lifecycle.ts";
import type { View } from "../../schema/view.ts";

/** Deprecation and sunset of the node at a pointer. */
export function readPointerLifecycle({ document }: Contract, pointer: string): Lifecycle {
  return readNodeLifecycle(valueAt(document, pointer));
}

/** Deprecation and sunset of a node. */
export function readNodeLifecycle(node: Json | undefined): Lifecycle {
  if (isObject(node)) return readLifecycle(node, undefined);
  return { deprecated: false };
}

/** Deprecation and sunset of a schema, wherever its parts declare them. */
export function lifecycleOfView({ parts, schemas }: View): Lifecycle {
  const nodes = [...schemas, ...parts.map(({ schema }) => schema)].filter(isObject);
  const node = nodes.find((schema) => schema["deprecated"] === true || schema["x-sunset"] !== undefined);
  if (node) return readLifecycle(node, undefined);
  return { deprecated: false };
}
