import { type Json, type Relation, foldedName, isObject, listRelations, singular } from "../../../contracts/index.ts";
import { fieldNamed, readTypeFields } from "../fields.ts";
import { matchesOperand, operatorNames, readOperator } from "./comparison.ts";
import { graphql } from "../library.ts";
import type { CompositeType, GraphqlObject } from "../query-objects.ts";
import { type QueryContext, relatedObjects } from "../relations.ts";
import { compileSearch } from "./search-text.ts";

const { GraphQLError, getNamedType, isLeafType } = graphql;

/** True for objects that a filter selects. */
export type Condition = (object: GraphqlObject) => boolean | Promise<boolean>;

const searchNames = /^(q|query|search|searchterm|searchtext|text|term|keywords?)$/;
/** Fields that name an object for people: a filter by "labels: [...]" compares with them. */
const nameFields = ["id", "name", "login", "slug", "handle", "key", "code", "title", "username", "email"];

/** Compiles a filter: all its members hold. A member that is not understood is ignored, and noted. */
export function compileFilter(
  type: CompositeType,
  filter: Readonly<Record<string, unknown>>,
  context: QueryContext,
): Condition {
  const conditions = Object.entries(filter).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const condition = compileCondition(type, name, value as Json, context);
    if (!condition) context.notes.add(`The filter "${name}" was ignored, because its meaning is not known`);
    return condition ?? [];
  });
  return (object) => {
    if (context.filtering.left-- <= 0)
      throw new GraphQLError("Cannot run the query: its filters compare too many objects", {
        extensions: { code: "TOO_COSTLY" },
      });
    return holdsAll(conditions, object);
  };
}

/**
 * The objects that a condition holds for. They are compared one after another, so that the first that exceeds the budget
 * ends the query.
 */
export async function selectObjects(
  objects: readonly GraphqlObject[],
  condition: Condition,
): Promise<readonly GraphqlObject[]> {
  const selected: GraphqlObject[] = [];
  for (const object of objects) if (await condition(object)) selected.push(object);
  return selected;
}

async function holdsAll(conditions: readonly Condition[], object: GraphqlObject): Promise<boolean> {
  for (const condition of conditions) if (!(await condition(object))) return false;
  return true;
}

async function holdsAny(conditions: readonly Condition[], object: GraphqlObject): Promise<boolean> {
  for (const condition of conditions) if (await condition(object)) return true;
  return false;
}

/** Compiles one member of a filter. Undefined if it is not understood. */
export function compileCondition(
  type: CompositeType,
  name: string,
  value: Json,
  context: QueryContext,
): Condition | undefined {
  const folded = foldedName(name);
  const group = compileGroup(type, folded, value, context);
  if (group) return group;
  const field = fieldNamed(type, folded);
  if (field !== undefined) return compileField(type, field, value, context);
  const reference = referenceNamed(type, folded, context);
  if (reference) return compileRelation(type, reference, isObject(value) ? { id: value } : value, context);
  if (/^(id|ids)$/.test(folded.replace(foldedName(type.name), "")))
    return compileValue((object) => object.id ?? null, value);
  if (typeof value === "string" && searchNames.test(folded)) return compileSearch(type, value, context);
  const one = fieldNamed(type, foldedName(singular(name)));
  if (Array.isArray(value) && one !== undefined) return compileField(type, one, value, context);
  return compileSuffixed(type, folded, value, context);
}

function compileGroup(type: CompositeType, folded: string, value: Json, context: QueryContext): Condition | undefined {
  if (!/^(and|or|not|nor)$/.test(folded) || typeof value !== "object" || value === null) return undefined;
  const groups = ([value] as Json[]).flat().map((each) => compileFilter(type, isObject(each) ? each : {}, context));
  if (folded === "and") return (object) => holdsAll(groups, object);
  if (folded === "or") return (object) => holdsAny(groups, object);
  return async (object) => !(await holdsAny(groups, object));
}

function compileField(type: CompositeType, field: string, value: Json, context: QueryContext): Condition | undefined {
  const outputType = readTypeFields(type)[field]?.type;
  if (outputType && isLeafType(getNamedType(outputType)))
    return compileValue((object) => context.objects.leafValue(object, field), value);
  const relation = relationNamed(type, field, context);
  return relation && compileRelation(type, relation, value, context);
}

/** Compares a value by operators: `{ gte: 2, lt: 5 }`, a list of values, or one value. */
function compileValue(valueOf: (object: GraphqlObject) => Json, operand: Json): Condition | undefined {
  if (!isObject(operand)) return (object) => matchesOperand(valueOf(object), operand);
  const { mode, ...operators } = operand;
  const conditions = Object.entries(operators).map(([name, each]): Condition | undefined => {
    if (each === undefined) return () => true;
    if (isObject(each)) {
      const inner = compileValue(valueOf, each);
      if (inner && foldedName(name) === "not") return async (object) => !(await inner(object));
      return inner;
    }
    const compare = readOperator(mode === "insensitive" ? `${name}IgnoreCase` : name);
    return compare && ((object) => compare(valueOf(object), each));
  });
  if (!conditions.every((condition) => condition !== undefined)) return undefined;
  return (object) => holdsAll(conditions, object);
}

/** Compares related objects: by a filter of their own, or by their ids or names. */
function compileRelation(type: CompositeType, relation: Relation, value: Json, context: QueryContext): Condition {
  const [quantifier, filter] = readQuantifier(value);
  const condition = isObject(filter)
    ? compileFilter(relation.type, filter, context)
    : (object: GraphqlObject): boolean => hasIdOrName(object, filter);
  const hasNone = filter === null;
  return async (object) => {
    const related = await relatedObjects(object, relation, context);
    if (hasNone) return related.length === 0;
    const selected = await selectObjects(related, condition);
    if (quantifier === "every") return selected.length === related.length;
    return selected.length > 0 !== (quantifier === "none");
  };

  function hasIdOrName(object: GraphqlObject, wanted: Json): boolean {
    const fields = nameFields.filter((name) => readTypeFields(context.model.schema.getType(object.type))[name]);
    return (
      matchesOperand(object.id ?? null, wanted) ||
      fields.some((name) => matchesOperand(context.objects.leafValue(object, name), wanted))
    );
  }
}

/** The filter of related objects, and how many must match: `{ some: … }`, `{ none: … }`. */
function readQuantifier(value: Json): readonly ["some" | "every" | "none", Json] {
  const [[name = "", filter = null] = []] = isObject(value) ? Object.entries(value) : [];
  const folded = foldedName(name);
  if (folded === "every") return ["every", filter];
  if (folded === "none" || folded === "isnot") return ["none", filter];
  if (folded === "some" || folded === "is") return ["some", filter];
  return ["some", value];
}

/** A condition whose name ends with its operator: "title_contains", "createdAfter", "id_in". */
function compileSuffixed(
  type: CompositeType,
  folded: string,
  value: Json,
  context: QueryContext,
): Condition | undefined {
  for (const operator of operatorNames) {
    if (!folded.endsWith(operator)) continue;
    const stem = folded.slice(0, -operator.length);
    const negated = stem.replace(/not$/, "");
    for (const [name, word] of [
      [stem, operator],
      [negated, `not${operator}`],
      [`${stem}at`, operator],
    ] as const) {
      const field = name === "id" ? "id" : fieldNamed(type, name);
      if (field !== undefined) return compileCondition(type, field, { [word]: value }, context);
    }
  }
  return undefined;
}

function relationNamed(type: CompositeType, field: string, { model }: QueryContext): Relation | undefined {
  const [first] = model.possibleTypes(type);
  return first && listRelations(model.schema, first).find((each) => each.field === field);
}

/** The relation that an id belongs to: "authorId" and "author_ids" are about "author". */
function referenceNamed(type: CompositeType, folded: string, context: QueryContext): Relation | undefined {
  const [, stem] = /^(\w+?)ids?$/.exec(folded) ?? [];
  if (stem === undefined) return undefined;
  const [first] = context.model.possibleTypes(type);
  const relations = first ? listRelations(context.model.schema, first) : [];
  return (
    relations.find(({ field }) => foldedName(field) === stem || foldedName(singular(field)) === stem) ??
    relations.find(({ isMany, type: related }) => !isMany && foldedName(related.name) === stem)
  );
}
