import type { Part } from "./parts.ts";
import { isAnnotation } from "./place.ts";
import type { View } from "./view.ts";

/** Whether a view says nothing but a type. */
export function isBare({ parts }: Pick<View, "parts">): boolean {
  return parts.every((part) =>
    Object.keys(part.schema).every(
      (key) => isAnnotation(key) || key === "type" || (key === "multipleOf" && isMultipleOfOne(part)),
    ),
  );
}

/** Multiples of one are integers. */
export function isMultipleOfOne({ schema }: Part): boolean {
  return schema["multipleOf"] === 1;
}
