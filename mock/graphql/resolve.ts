import type { GraphQLFieldResolver, GraphQLOutputType, GraphQLResolveInfo } from "graphql";
import { type Json, connectionItemType, isRootType } from "../../contracts/index.ts";
import { readArguments } from "./selection/arguments.ts";
import { graphql } from "./library.ts";
import { mutate } from "./mutations/mutate.ts";
import type { CompositeType, GraphqlObject } from "./query-objects.ts";
import type { QueryContext } from "./relations.ts";
import { type ObjectField, resolveList, resolveObject } from "./resolve-objects.ts";

const { GraphQLError, getNamedType, getNullableType, isLeafType, isListType, isNonNullType } = graphql;

type Resolved = Json | GraphqlObject | readonly Resolved[] | undefined;

/** Resolver of all fields. */
export const resolveField: GraphQLFieldResolver<GraphqlObject | undefined, QueryContext> = (
  source,
  args,
  context,
  info,
) => {
  const { policy, viewer } = context;
  const audience = findAudience(info, context);
  if (policy && audience !== undefined && audience !== viewer?.audience) {
    const { message, code } = policy.accessError(info.fieldName, audience);
    throw new GraphQLError(message, { extensions: { code } });
  }
  // Synchronous for scalars and enums, because most fields have these types.
  if (source && isLeafType(getNamedType(info.returnType))) return context.objects.leafValue(source, info.fieldName);
  return resolveRequired(source, args, context, info);
};

interface DirectiveNode {
  readonly directives?: readonly { readonly name: { readonly value: string } }[] | undefined;
}

/** Audience of a field, by its own directive or by that of its type. Undefined if it is public. */
function findAudience(
  { parentType, fieldName, returnType }: GraphQLResolveInfo,
  { policy }: QueryContext,
): string | undefined {
  if (!policy) return undefined;
  return readAudience(parentType.getFields()[fieldName]?.astNode) ?? readAudience(getNamedType(returnType).astNode);

  function readAudience(node: DirectiveNode | null | undefined): string | undefined {
    const names = node?.directives?.map(({ name }) => name.value) ?? [];
    return names.map((name) => policy?.directives[name]).find((audience) => audience !== undefined);
  }
}

/** Resolves a field. Throws an error with a reason if a required field has no value. */
async function resolveRequired(
  source: GraphqlObject | undefined,
  args: Readonly<Record<string, unknown>>,
  context: QueryContext,
  info: GraphQLResolveInfo,
): Promise<Resolved> {
  const mutation =
    info.parentType === context.model.schema.getMutationType() ? await mutate(args, info, context) : undefined;
  const value = mutation ? mutation.value : await resolveQuery(source, args, context, info);
  if ((value !== undefined && value !== null) || !isNonNullType(info.returnType)) return value;
  const type = getNamedType(info.returnType).name;
  throw new GraphQLError(`There is no ${type} for ${info.fieldName} with ${JSON.stringify(args)}`, {
    extensions: { code: "NOT_FOUND" },
  });
}

async function resolveQuery(
  source: GraphqlObject | undefined,
  args: Readonly<Record<string, unknown>>,
  context: QueryContext,
  info: GraphQLResolveInfo,
): Promise<Resolved> {
  const { parentType, fieldName, returnType } = info;
  const type = getNamedType(returnType);
  // The key of a root field contains its arguments, so that other arguments give another value.
  const argumentText = Object.keys(args).length === 0 ? "" : ` ${JSON.stringify(args)}`;
  const key = `${parentType.name}.${fieldName}${argumentText}`;
  const owner: GraphqlObject = source ?? { type: parentType.name, key, index: 0 };
  if (isLeafType(type)) return context.objects.leafValue(owner, fieldName);
  const composite = type as CompositeType;
  const isRoot = isRootType(context.model.schema, parentType);
  const isViewer = isRoot && findAudience(info, context) !== undefined;
  const field: ObjectField = {
    ...context,
    owner,
    isRoot,
    fieldName,
    args,
    selection: readArguments(connectionItemType(context.model.schema, composite) ?? composite, args, context),
    isViewer,
  };
  return resolveType(returnType);

  async function resolveType(outputType: GraphQLOutputType): Promise<Resolved> {
    const list = getNullableType(outputType);
    if (!isListType(list)) return resolveObject(composite, field);
    // A list of lists has one inner list.
    if (isListType(getNullableType(list.ofType))) return [await resolveType(list.ofType)];
    return resolveList(composite, field);
  }
}
