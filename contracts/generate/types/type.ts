import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import type fc from "fast-check";
import type { Case } from "../case.ts";
import type { CaseType } from "../case-types.ts";
import type { Naming } from "../naming.ts";

/** Number of nesting levels of the flattest value; Infinity if there is none. */
type Height = (schemas: readonly JsonSchema[] | undefined) => number;

/** Generator of nested random values. It returns undefined if none is finite within the remaining depth. */
export interface NestedValues {
  /** Random values of a member that is valid against all schemas. */
  readonly arbitrary: (schemas: readonly JsonSchema[], name: string) => fc.Arbitrary<Json> | undefined;
  /** Include optional members. */
  readonly optional: boolean;
  /** If values must be as flat as possible: their number of nesting levels. */
  readonly height?: Height;
  /** Name of a required member whose value will be replaced by an invalid one. */
  readonly brokenMember?: string;
}

/** Generator of nested plain values, as documentation would show them. */
export interface NestedPlainValues {
  /** Generates a member of an object from the members generated so far, or the array item at an index. */
  readonly value: (schemas: readonly JsonSchema[], key: string | number, made?: JsonObject) => Json | undefined;
  /** Minimum number of items, from the array to imitate. */
  readonly items: number;
  /**
   * Members of the object to imitate that contain objects or arrays. The result includes them if the schemas allow it.
   */
  readonly names: readonly string[];
  /**
   * The only members to generate, by name. Those of an array are indexes, and the result has only the items there.
   */
  readonly missing?: ReadonlyMap<string, unknown> | undefined;
  /** Include optional members. */
  readonly optional: boolean;
  /** If values must be as flat as possible: their number of nesting levels. */
  readonly height?: Height | undefined;
}

/** Generates values of a case with changed constraints. */
export type MakeValues = (targetCase: Case) => fc.Arbitrary<Json> | undefined;

/** Valid and invalid values of one JSON type. */
export interface ValuesOfType {
  readonly type: CaseType;
  /** Valid values, as far as this type's own keywords decide. A guard checks the rest. */
  readonly valid: (targetCase: Case, nested: NestedValues) => fc.Arbitrary<Json> | undefined;
  /** Simple value, determined by the naming. Returns undefined if a random value is as simple. */
  readonly plain: (targetCase: Case, nested: NestedPlainValues, naming: Naming) => Json | undefined;
  /**
   * By keyword: values that break it and, if possible, nothing else. Returns undefined if the case does not use the
   * keyword.
   */
  readonly invalid: Readonly<Record<string, (targetCase: Case, make: MakeValues) => fc.Arbitrary<Json> | undefined>>;
}

/** Declares the generators of one JSON type. */
export function values(definition: ValuesOfType): ValuesOfType {
  return definition;
}
