import { type Json, isObject } from "../../contracts/index.ts";
import { seededNumber } from "../../contracts/generate/index.ts";
import { type Wanted, wantedOf } from "./arguments.ts";
import type { Design } from "./design.ts";
import { graphql } from "./library.ts";
import { type CompositeType, type Thing, type Things, keptMember } from "./things.ts";
import type { Viewer } from "./viewer.ts";

const { getNamedType, getNullableType, isListType, isObjectType } = graphql;

/** What is the same for all fields of a query. */
export interface Asking {
  readonly design: Design;
  readonly things: Things;
  readonly viewer: Viewer;
}

/** A field that shows an object or several of them. */
export interface Field extends Asking {
  /** The object that the field is of. */
  readonly owner: Thing;
  readonly isRoot: boolean;
  readonly fieldName: string;
  readonly wanted: Wanted;
  /** Whether it shows the customer who asks. */
  readonly isViewer: boolean;
}

/** The object that a field shows. */
export async function one(type: CompositeType, field: Field): Promise<Thing | undefined> {
  const { owner, isRoot, fieldName, wanted, things, viewer, design } = field;
  const member = keptMember(design, owner, fieldName);
  if (member === null) return undefined;
  if (isObject(member)) return things.part(type, `${owner.key}.${fieldName}`, owner.index, member);
  if (!things.isKnown(type)) return things.part(type, `${owner.key}.${fieldName}`, owner.index);
  const id = wanted.id ?? (field.isViewer ? viewer.id : undefined) ?? idMember(field);
  if (id !== undefined) return things.find(type, id);
  const all = await things.all(type);
  if (wanted.hasFilters) return all.find((thing) => wanted.accepts(thing, things));
  if (isRoot && !wanted.isOpen) return all[0];
  // What nothing relates is related by chance, the same each time.
  const place = owner.id === undefined && !isRoot ? owner.index : Math.abs(seededNumber(`${owner.key}.${fieldName}`));
  return things.chosen(type, all, place);
}

/** The objects that a field shows. */
export async function many(type: CompositeType, field: Field): Promise<readonly Thing[]> {
  const { owner, isRoot, fieldName, wanted, things, design } = field;
  const member = keptMember(design, owner, fieldName);
  if (member === null) return [];
  if (Array.isArray(member) && member.every((item: Json) => isObject(item)))
    return wanted.page(
      member.map((item, index) => things.part(type, `${owner.key}.${fieldName}.${index}`, index, item)),
    );
  if (!things.isKnown(type))
    return wanted.page([0, 1, 2].map((index) => things.part(type, `${owner.key}.${fieldName}.${index}`, index)));
  const all = await things.all(type);
  const related = isRoot ? all : await relatedTo(type, all, field);
  return wanted.page(related.filter((thing) => wanted.accepts(thing, things)));
}

/** Those that show the owner in turn, where they have one field for it; else all. */
async function relatedTo(type: CompositeType, all: readonly Thing[], field: Field): Promise<readonly Thing[]> {
  const { owner, design, things } = field;
  const back = Object.values(isObjectType(type) ? type.getFields() : {}).filter(
    ({ type: of }) => getNamedType(of).name === owner.type && !isListType(getNullableType(of)),
  );
  const [inverse] = back;
  const ownType = design.schema.getType(owner.type);
  if (!inverse || back.length > 1 || !isObjectType(ownType) || owner.id === undefined) return all;
  const wanted = wantedOf(ownType, {}, design);
  const byOwner = await things.once(`${type.name} by ${owner.type}`, async () => {
    const shown = await Promise.all(
      all.map((thing) =>
        one(ownType, { ...field, owner: thing, isRoot: false, fieldName: inverse.name, wanted, isViewer: false }),
      ),
    );
    return Map.groupBy(all, (_, index) => shown[index]?.id);
  });
  return byOwner.get(owner.id) ?? [];
}

/** The id by which a kept object refers to another one: "brand_id" for its brand. */
function idMember({ owner, fieldName, design }: Field): string | number | undefined {
  const id = owner.kept && keptMember(design, owner, `${fieldName}_id`);
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
