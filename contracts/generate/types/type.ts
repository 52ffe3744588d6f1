import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import type fc from "fast-check";
import type { Case } from "../cases.ts";
import type { CaseType } from "../type-names.ts";
import type { Naming } from "../naming.ts";

/** How many levels of nesting the flattest value of some schemas has; Infinity where there is none. */
type Height = (schemas: readonly JsonSchema[] | undefined) => number;

/** Makes values of nested schemas; nothing where none can end within the depth that is left. */
export interface Nested {
  /** Random values of a member that must fit all of the schemas. */
  readonly arbitrary: (schemas: readonly JsonSchema[], name: string) => fc.Arbitrary<Json> | undefined;
  /** Whether members that may be left out are made at all. */
  readonly optional: boolean;
  /** Where values have to be flat: how many levels of nesting their flattest one has. */
  readonly height?: Height;
  /** The member that must be there, because it is to be broken. */
  readonly forced?: string;
}

/** Makes plain values of nested schemas: the ones that a document would show. */
interface Plain {
  /** The member of a name, in an object of which some is made already, or the item at an index. */
  readonly value: (schemas: readonly JsonSchema[], key: string | number, made?: JsonObject) => Json | undefined;
  /** How many items there should be at least, where a list is completed. */
  readonly items: number;
  /** The members that there should be, if they may, where an object is completed: those that hold others. */
  readonly names: readonly string[];
  /** Whether members that may be left out are made. */
  readonly optional: boolean;
  /** Where values have to be flat: how many levels of nesting their flattest one has. */
  readonly height?: Height;
}

/** Makes values of a case with other keywords than the schema's. */
export type Make = (wanted: Case) => fc.Arbitrary<Json> | undefined;

/** What can be right and what can be wrong with values of one JSON type. */
export interface ValuesOfType {
  readonly type: CaseType;
  /** Values that fit, as far as this type's own keywords go; the guard has the last word. */
  readonly valid: (wanted: Case, nested: Nested) => fc.Arbitrary<Json> | undefined;
  /** One simple value, always the same for the same naming; undefined where no value is simpler than a random one. */
  readonly plain: (wanted: Case, nested: Plain, naming: Naming) => Json | undefined;
  /** By keyword: how to break it and, if possible, nothing else. A keyword that the case does not use gives nothing. */
  readonly invalid: Readonly<Record<string, (wanted: Case, make: Make) => fc.Arbitrary<Json> | undefined>>;
}

/** Declares the values of one JSON type. */
export function values(definition: ValuesOfType): ValuesOfType {
  return definition;
}
