import { type Json, foldedName, isObject } from "../../../contracts/index.ts";
import { type Condition, compileCondition, compileFilter, selectObjects } from "./conditions.ts";
import { fieldNamed } from "../fields.ts";
import type { Id } from "../object-store.ts";
import { type SortKey, isOrderName, readOrder, sortObjects } from "./ordering.ts";
import type { CompositeType, GraphqlObject } from "../query-objects.ts";
import { type QueryContext, isObjectId } from "../relations.ts";

/** Selection and order of a list, by the arguments of its field. */
export interface Selection {
  /** Id of the only object. */
  readonly id?: Id;
  /** True if an argument filters by the value of a field. */
  readonly hasFilters: boolean;
  /** True if the mock cannot interpret an argument. */
  readonly hasUnknown: boolean;
  /** The selected objects, in the requested order. */
  select(objects: readonly GraphqlObject[]): Promise<readonly GraphqlObject[]>;
  /** The requested page of a list. */
  page<T>(list: readonly T[]): readonly T[];
}

const lengths = ["first", "limit", "take", "pagesize", "perpage"];
const offsets = ["offset", "skip"];
/** Arguments of a connection, which reads them itself. */
const cursorArguments = ["after", "before", "last"];
const reverseNames = /^(reverse|reversed|descending|desc)$/;
const directionNames = /^(orderdirection|sortorder|sortdirection|sortdir|direction|orderdir)$/;

interface ReadArguments {
  id?: Id;
  offset: number;
  length: number;
  page: number;
  isReverse: boolean;
  readonly keys: SortKey[];
  readonly conditions: Condition[];
  readonly unknown: string[];
}

/** Interprets the arguments of a field by their names: ids, fields of its type, filters, order and pages. */
export function readArguments(
  type: CompositeType,
  args: Readonly<Record<string, unknown>>,
  context: QueryContext,
): Selection {
  const read: ReadArguments = {
    offset: 0,
    length: Number.POSITIVE_INFINITY,
    page: 1,
    isReverse: false,
    keys: [],
    conditions: [],
    unknown: [],
  };
  for (const [name, value] of Object.entries(args))
    if (value !== null && value !== undefined) readArgument(type, name, value as Json, { read, context });
  const { id, conditions, unknown } = read;
  const keys = read.isReverse
    ? read.keys.map((key) => ({ ...key, sign: key.sign === 1 ? -1 : 1 }) as SortKey)
    : read.keys;
  const start = read.offset + (read.page - 1) * (Number.isFinite(read.length) ? read.length : 0);
  const selection = {
    hasFilters: conditions.length > 0,
    hasUnknown: unknown.length > 0,
    async select(objects: readonly GraphqlObject[]) {
      const selected = await selectObjects(objects, async (object) => {
        if (id !== undefined && String(object.id) !== String(id)) return false;
        for (const condition of conditions) if (!(await condition(object))) return false;
        return true;
      });
      if (keys.length > 0) return sortObjects(selected, keys, context.objects);
      if (read.isReverse) return selected.toReversed();
      return selected;
    },
    page: <T>(list: readonly T[]) => list.slice(start, start + read.length),
  };
  if (id === undefined) return selection;
  return { ...selection, id };
}

function readArgument(
  type: CompositeType,
  name: string,
  value: Json,
  { read, context }: { readonly read: ReadArguments; readonly context: QueryContext },
): void {
  const folded = foldedName(name);
  const count = typeof value === "number" && value >= 0 ? value : undefined;
  const isOwn = fieldNamed(type, folded) !== undefined;
  if (namesId(type, folded, context) && isObjectId(value)) read.id = value;
  else if (lengths.includes(folded) && count !== undefined) read.length = count;
  else if (offsets.includes(folded) && count !== undefined) read.offset = count;
  else if (folded === "page" && count !== undefined && !isOwn) read.page = Math.max(1, count);
  else if (cursorArguments.includes(folded)) return;
  else if (reverseNames.test(folded) && typeof value === "boolean") read.isReverse = value;
  else if (directionNames.test(folded) && typeof value === "string") read.isReverse = /desc/i.test(value);
  else if (isOrderName(folded) && !isOwn) readOrderArgument(type, name, value, { read, context });
  else readFilter(type, name, value, { read, context });
}

function readOrderArgument(
  type: CompositeType,
  name: string,
  value: Json,
  { read, context }: { readonly read: ReadArguments; readonly context: QueryContext },
): void {
  const keys = readOrder(type, value);
  if (keys) read.keys.push(...keys);
  else addUnknown(read, context, `The order "${name}" was ignored, because it names no field`, name);
}

/** A filter object such as "where", or a condition. */
function readFilter(
  type: CompositeType,
  name: string,
  value: Json,
  { read, context }: { readonly read: ReadArguments; readonly context: QueryContext },
): void {
  const condition = compileCondition(type, name, value, context);
  if (condition) read.conditions.push(condition);
  else if (isObject(value)) {
    const members = Object.entries(value);
    const id = members.find(([each, of]) => namesId(type, foldedName(each), context) && isObjectId(of))?.[1];
    if (isObjectId(id) && members.length === 1) read.id = id;
    else read.conditions.push(compileFilter(type, value, context));
  } else addUnknown(read, context, `The argument "${name}" was ignored, because its meaning is not known`, name);
}

function addUnknown(read: ReadArguments, { notes }: QueryContext, note: string, name: string): void {
  read.unknown.push(name);
  notes.add(note);
}

/** True for an argument that contains the id of an object: "id", or "brandId" for a Brand. */
function namesId(type: CompositeType, folded: string, { model }: QueryContext): boolean {
  const idFields = model.possibleTypes(type).flatMap((each) => model.idFieldOf(each) ?? []);
  return ["id", foldedName(`${type.name}Id`), ...idFields.map(foldedName)].includes(folded);
}
