import { type Contract, type Json, isObject } from "../../contracts/index.ts";
import type { Alternatives } from "./alternatives.ts";
import type { Part } from "./part.ts";
import { gatherParts } from "./parts.ts";
import { isAnnotation, maybePlace } from "./place.ts";
import type { Read } from "./reader.ts";
import { isRejectedBy } from "./redundant-keywords.ts";
import { type View, createPartsView } from "./view.ts";

/** Maximum number of values that a member may have. */
const MAX_VALUES = 100;

/** Test of one member by a condition. */
interface MemberTest {
  readonly name: string;
  readonly schema: Json;
}

/** Alternatives of one side, and what reads its schemas. */
type OfSide = readonly [Alternatives, { readonly contract: Contract; readonly read: Read }];

/**
 * Splits the objects of one side by the values of a required member that their conditions test, if only the other side
 * has several shapes. Each shape then has the schemas of the conditions that its value meets.
 */
export function alignConditions(own: OfSide, other: OfSide): readonly [Alternatives, Alternatives] {
  return [splitBeside(own, other[0]), splitBeside(other, own[0])];
}

function splitBeside([shapes, { contract, read }]: OfSide, { views }: Alternatives): Alternatives {
  if (views.length < 2 || views.some(hasMemberTest)) return shapes;
  const split = (view: View): readonly View[] => shapesByValue(contract, view, read);
  return { ...shapes, views: shapes.views.flatMap(split), expandedViews: shapes.expandedViews.flatMap(split) };
}

function hasMemberTest({ parts }: View): boolean {
  return parts.some((part) => readMemberTest(part) !== undefined);
}

function shapesByValue(contract: Contract, view: View, read: Read): readonly View[] {
  const tests = new Map(view.parts.map((part) => [part, readMemberTest(part)]));
  const name = tests.values().find((test) => test !== undefined)?.name;
  if (name === undefined || view.types.join() !== "object" || !view.required.has(name)) return [view];
  const values = valuesOfMember(read(view.properties.get(name) ?? []));
  if (!values) return [view];
  const shapes = values.map((value) => {
    const parts = view.parts.map((part) => {
      const test = tests.get(part);
      if (test?.name === name) return partsForValue(contract, part, isRejectedBy(value, test.schema));
      return [part];
    });
    if (parts.includes(undefined)) return undefined;
    const only = { properties: { [name]: { const: value } } };
    // The pointer is new, because the member has another schema in each shape.
    const pointer = `${view.pointer}/${name}=${JSON.stringify(value)}`;
    const own: Part = { key: pointer, pointer, schema: only, basis: view.basis, unions: [] };
    const unique = new Map([own, ...parts.flatMap((list) => list ?? [])].map((part) => [part.key, part]));
    return createPartsView([...unique.values()], { ...view, schemas: [...view.schemas, only] });
  });
  if (shapes.every((shape) => shape !== undefined)) return shapes;
  return [view];
}

/** Values of a member. Undefined if others are valid, or if one direction does not require it. */
function valuesOfMember({ values, listsAll, readOnly, writeOnly, parts }: View): readonly Json[] | undefined {
  const isUnion = parts.some(({ unions }) => unions.length > 0);
  if (!values || !listsAll || readOnly || writeOnly || isUnion || values.size > MAX_VALUES) return undefined;
  return [...values.values()];
}

/** Part without its condition, and the parts that its outcome adds. Undefined if the outcome is unknown or a union. */
function partsForValue(contract: Contract, part: Part, isRejected: boolean | undefined): readonly Part[] | undefined {
  if (isRejected === undefined) return undefined;
  const { if: _, then, else: otherwise, ...schema } = part.schema;
  const [keyword, consequence] = isRejected ? ["else", otherwise] : ["then", then];
  const added = gatherParts(contract, maybePlace(`${part.pointer}/${keyword}`, consequence, part.basis));
  const isPlain = added.every(({ unions }) => unions.length === 0);
  if (isPlain) return [{ ...part, key: `${part.key}-if`, schema }, ...added];
  return undefined;
}

function readMemberTest({ schema: { if: condition } }: Part): MemberTest | undefined {
  if (!isObject(condition) || !isObject(condition["properties"])) return undefined;
  const { type = "object", properties, required = [], ...others } = condition;
  const [[name, schema] = [], another] = Object.entries(properties);
  const names = Array.isArray(required) ? required : [required];
  if (name === undefined || schema === undefined || another !== undefined) return undefined;
  const isOnly = type === "object" && names.every((one) => one === name) && Object.keys(others).every(isAnnotation);
  return isOnly ? { name, schema } : undefined;
}
