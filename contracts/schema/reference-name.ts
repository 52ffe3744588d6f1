import type { Json } from "../model/json.ts";
import { pointerOfFragment, splitPointer } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";

/** Name of the component that a schema refers to. Undefined without a `$ref` to a named schema. */
export function nameOfReference(schema: Json | undefined): string | undefined {
  const reference = isObject(schema) ? schema["$ref"] : undefined;
  if (typeof reference !== "string") return undefined;
  const [container = "", name] = splitPointer(pointerOfFragment(reference.slice(reference.indexOf("#") + 1))).slice(-2);
  if (/^(schemas|\$defs|definitions)$/.test(container)) return name;
  return undefined;
}
