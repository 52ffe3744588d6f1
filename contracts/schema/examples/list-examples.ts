import type { Contract } from "../../model/contract.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { join, targetPointer, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";

/** Documented example, and the pointer of its value. */
export interface Example {
  readonly name: string;
  readonly pointer: string;
  readonly value: Json;
}

/** Examples of a schema at a pointer. */
export function examplesOfSchema({ examples }: JsonObject, pointer: string): Example[] {
  if (!Array.isArray(examples)) return [];
  return examples.map((value, index) => ({ name: String(index), pointer: join(pointer, "examples", index), value }));
}

/** Members of an example that hold its value. The last two are those of OpenAPI 3.2. */
export const exampleMembers = ["value", "dataValue", "serializedValue"] as const;

/** Values of `example` and `examples` of a media type, parameter or header. */
export function listExamples({ document }: Contract, pointer: string): Example[] {
  const node = valueAt(document, pointer);
  if (!isObject(node)) return [];
  const single = node["example"];
  const namedExamples = isObject(node["examples"]) ? Object.entries(node["examples"]) : [];
  return [
    ...(single === undefined ? [] : [{ name: "default", pointer: join(pointer, "example"), value: single }]),
    ...namedExamples.flatMap(([name, entry]) => {
      const at =
        isObject(entry) && typeof entry["$ref"] === "string"
          ? targetPointer(entry["$ref"])
          : join(pointer, "examples", name);
      return exampleMembers.flatMap((member) => {
        const value = valueAt(document, join(at, member));
        if (value === undefined) return [];
        return [{ name, pointer: join(at, member), value }];
      });
    }),
  ];
}
