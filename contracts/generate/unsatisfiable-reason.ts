import type { JsonSchema } from "../model/json.ts";
import { join } from "../model/pointer.ts";
import type { Violation } from "../schema/validator.ts";
import type { Builder } from "./builder.ts";
import type { Case } from "./case.ts";

/** Reason why no value is valid against a schema, found in its first case, as deep as possible. */
export function reasonWithoutValue(builder: Builder, schema: JsonSchema): string {
  const entered = new Set<JsonSchema>();
  return explainUnsatisfiable([schema], []);

  function explainUnsatisfiable(schemas: readonly JsonSchema[], path: readonly string[]): string {
    const pointer = join("", ...path);
    const [targetCase] = builder.cases(schemas);
    if (!targetCase) return `at "${pointer}" nothing is allowed by all of its keywords`;
    if (schemas.some((each) => entered.has(each)))
      return `what must be at "${pointer}" leads back to itself without end`;
    for (const each of schemas) entered.add(each);
    for (const [name, inner] of listNeededParts(targetCase)) {
      if (inner === undefined) return `at "${join(pointer, name)}" something must be, and nothing may`;
      if (builder.arbitrary(inner) === undefined) return explainUnsatisfiable(inner, [...path, name]);
    }
    return `at "${pointer}" no ${targetCase.type} is within its bounds`;
  }
}

/** Reason why a generated value was rejected. */
export function reasonForRejection(violations: readonly Violation[]): string {
  const [first] = violations;
  if (first === undefined) return "the last one fits all the same";
  return `the last one is wrong at "${first.pointer}", expected ${first.expected}`;
}

/** Required members or items, by name. */
function listNeededParts({
  type,
  required,
  members,
  minItems,
  prefix,
  itemAt,
}: Case): (readonly [string, readonly JsonSchema[] | undefined])[] {
  if (type === "object") return required.map((name) => [name, members.schemasAt(name)]);
  if (type !== "array") return [];
  return Array.from({ length: Math.min(minItems, prefix + 1) }, (_, index) => [String(index), itemAt(index)]);
}
