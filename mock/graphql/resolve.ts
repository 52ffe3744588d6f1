import type { GraphQLFieldResolver, GraphQLOutputType, GraphQLResolveInfo } from "graphql";
import type { Json } from "../../contracts/index.ts";
import { wantedOf } from "./arguments.ts";
import { graphql } from "./library.ts";
import { mutate } from "./mutate.ts";
import { type Asking, type Field, many, one } from "./objects.ts";
import type { CompositeType, Thing } from "./things.ts";
import { audienceOf, unreadable } from "./viewer.ts";

const { GraphQLError, getNamedType, getNullableType, isLeafType, isListType, isNonNullType } = graphql;

type Shown = Json | Thing | readonly Shown[] | undefined;

/** What every field shows that graphql-js does not know itself. */
export const resolveField: GraphQLFieldResolver<Thing | undefined, Asking> = (source, args, asking, info) => {
  const isFor = audienceFor(info);
  if (isFor !== undefined && isFor !== asking.viewer.audience) {
    const code = isFor === "customer" ? "UNAUTHENTICATED" : "FORBIDDEN";
    throw new GraphQLError(unreadable(info.fieldName, isFor), { extensions: { code } });
  }
  // At once, since most fields are of this kind.
  if (source && isLeafType(getNamedType(info.returnType))) return asking.things.leaf(source, info.fieldName);
  return found(source, args, asking, info);
};

/** For whom a field is, by its own directive or by the one of its type. */
function audienceFor({ parentType, fieldName, returnType }: GraphQLResolveInfo) {
  return audienceOf(parentType.getFields()[fieldName]?.astNode) ?? audienceOf(getNamedType(returnType).astNode);
}

/** What is looked up; that there must be something, and is nothing, is said in words. */
async function found(
  source: Thing | undefined,
  args: Readonly<Record<string, unknown>>,
  asking: Asking,
  info: GraphQLResolveInfo,
): Promise<Shown> {
  const mutated = info.operation.operation === "mutation" && !source ? await mutate(args, info, asking) : undefined;
  const shown = mutated ? mutated.shown : await show(source, args, asking, info);
  if ((shown !== undefined && shown !== null) || !isNonNullType(info.returnType)) return shown;
  const type = getNamedType(info.returnType).name;
  throw new GraphQLError(`There is no ${type} for ${info.fieldName} with ${JSON.stringify(args)}`, {
    extensions: { code: "NOT_FOUND" },
  });
}

async function show(
  source: Thing | undefined,
  args: Readonly<Record<string, unknown>>,
  asking: Asking,
  info: GraphQLResolveInfo,
): Promise<Shown> {
  const { parentType, fieldName, returnType } = info;
  const type = getNamedType(returnType);
  // A part of the query itself differs with what it was asked for.
  const said = Object.keys(args).length === 0 ? "" : ` ${JSON.stringify(args)}`;
  const owner: Thing = source ?? { type: parentType.name, key: `${parentType.name}.${fieldName}${said}`, index: 0 };
  if (isLeafType(type)) return asking.things.leaf(owner, fieldName);
  const composite = type as CompositeType;
  const isRoot = source === undefined;
  const isViewer = isRoot && audienceFor(info) === "customer";
  const field: Field = {
    ...asking,
    owner,
    isRoot,
    fieldName,
    wanted: wantedOf(composite, args, asking.design),
    isViewer,
  };
  return shownAs(returnType);

  async function shownAs(wanted: GraphQLOutputType): Promise<Shown> {
    const list = getNullableType(wanted);
    if (!isListType(list)) return one(composite, field);
    // Lists in lists have one item each.
    return isListType(getNullableType(list.ofType)) ? [await shownAs(list.ofType)] : many(composite, field);
  }
}
