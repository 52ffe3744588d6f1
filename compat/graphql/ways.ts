import type { AnswerWay, GivenWay } from "./way.ts";
import type { GraphQLInputType, GraphQLNamedType, GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type Revised, revisedType } from "./heirs.ts";
import { fieldOf, fieldsOf, rootTypes } from "./parts.ts";
import type { Writer } from "./writing.ts";

/** So many types of other names are tried in the place of one: where all were, each type might meet each other one. */
const MOST_TWINS = 4;

/** The shortest ways through a schema, by the name of the type that they lead to. */
export interface Ways {
  readonly answered: ReadonlyMap<string, AnswerWay>;
  readonly given: ReadonlyMap<string, GivenWay>;
  /** Writes operations that go these ways. */
  readonly writer: Writer;
}

/** The shortest ways; with a second schema, those that lead through it as well. */
export function waysThrough(schema: GraphQLSchema, writer: Writer, other?: Revised): Ways {
  const met = answeredWays(schema, writer, other);
  const answered = new Map<string, AnswerWay>();
  for (const way of met) {
    // What leads to another type is only passed through: what changed of it is told of another place.
    const isSame = !other || way.twin === revisedType(other, way.type.name);
    if (isSame && !answered.has(way.type.name)) answered.set(way.type.name, way);
  }
  return { answered, given: givenWays(met, other), writer };
}

function answeredWays(schema: GraphQLSchema, writer: Writer, other?: Revised): AnswerWay[] {
  const { getNamedType, isCompositeType } = graphqlLibrary();
  const ways = new Map<string, AnswerWay>();
  const twins = new Map<string, number>();
  const others = other && rootTypes(other.schema);
  for (const [root, type] of rootTypes(schema)) {
    if (!others || others.has(root)) add({ type, twin: others?.get(root), root, steps: 0 });
  }
  // A map yields what is put into it meanwhile.
  for (const from of ways.values()) {
    const { type, root } = from;
    const steps = from.steps + 1;
    for (const field of fieldsOf(type)) {
      const named = getNamedType(field.type);
      const twin = fieldOf(from.twin, field.name);
      const theirs = twin && getNamedType(twin.type);
      const isSuch = named.name === theirs?.name || (isCompositeType(named) && isCompositeType(theirs));
      if (!other || (twin && isSuch && writer.fieldText(field, {}, twin) !== undefined))
        add({ type: named, twin: theirs, from, field, root, steps });
    }
    for (const each of fragmentsOn(type, schema)) {
      if (!other || areJoined(other.schema, each.name, from.twin?.name))
        add({ type: each, twin: other?.schema.getType(each.name), from, root, steps });
    }
  }
  return [...ways.values()];

  function add(way: AnswerWay): void {
    const { name } = way.type;
    const key = `${name} ${way.twin?.name}`;
    if (ways.has(key)) return;
    if (way.twin && way.twin.name !== name) {
      const count = (twins.get(name) ?? 0) + 1;
      if (count > MOST_TWINS) return;
      twins.set(name, count);
    }
    ways.set(key, way);
  }
}

/** The types that a fragment may be on where a type is asked for. */
function fragmentsOn(type: GraphQLNamedType, schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const { isAbstractType, isObjectType } = graphqlLibrary();
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type, ...type.getInterfaces()] : [];
}

function givenWays(answered: readonly AnswerWay[], other?: Revised): Map<string, GivenWay> {
  const { getNamedType, isInputObjectType } = graphqlLibrary();
  const ways = new Map<string, GivenWay>();
  for (const at of answered) {
    for (const field of fieldsOf(at.type)) {
      const twin = other && fieldOf(at.twin, field.name);
      if (other && !twin) continue;
      for (const argument of field.args) {
        const type = getNamedType(argument.type);
        if (ways.has(type.name)) continue;
        const alike = twin?.args.find(({ name }) => name === argument.name);
        if (!other || isAsDeep(argument.type, alike?.type, other)) ways.set(type.name, { type, argument, field, at });
      }
    }
  }
  for (const from of ways.values()) {
    if (!isInputObjectType(from.type)) continue;
    const twin = other && revisedType(other, from.type.name);
    for (const inputField of Object.values(from.type.getFields())) {
      const type = getNamedType(inputField.type);
      if (ways.has(type.name)) continue;
      const alike = isInputObjectType(twin) ? twin.getFields()[inputField.name] : undefined;
      if (other && !isAsDeep(inputField.type, alike?.type, other)) continue;
      ways.set(type.name, { type, argument: from.argument, field: from.field, at: from.at, from, inputField });
    }
  }
  return ways;
}

/** Whether a value of the first, in as many lists as it has, may be one of the second. */
function isAsDeep(type: GraphQLInputType, twin: GraphQLInputType | undefined, { heirs }: Revised): boolean {
  const [ours, theirs] = [type, twin].map((each) => String(each).replaceAll("!", ""));
  return ours?.replace(/\w+/, (name) => heirs.get(name) ?? name) === theirs;
}

/** Whether a fragment on a type may stand where another is asked for. */
function areJoined(schema: GraphQLSchema, ...names: readonly [string, string | undefined]): boolean {
  const { doTypesOverlap, isCompositeType } = graphqlLibrary();
  const [type, owner] = names.map((name = "") => schema.getType(name));
  return isCompositeType(type) && isCompositeType(owner) && doTypesOverlap(schema, type, owner);
}
