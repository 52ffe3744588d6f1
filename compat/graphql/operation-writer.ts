import type { OutputPath, InputPath } from "./schema-path.ts";
import type {
  GraphQLArgument,
  GraphQLDirective,
  GraphQLField,
  GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLInputType,
} from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import { type RevisedSchema, revisedType } from "./renamed-types.ts";
import { fieldOf } from "./parts.ts";
import { isRequired } from "./type-changes.ts";

/** Most levels of an operation, because parsers are recursive. */
const MOST_STEPS = 100;
/** Most characters of an input object, because required fields can grow exponentially. */
const MOST_CHARACTERS = 5000;

/** Values of arguments or input fields, by name. Undefined omits a required one. */
type InputTexts = Readonly<Record<string, string | undefined>>;
type Field = GraphQLField<unknown, unknown>;
type InputMember = GraphQLArgument | GraphQLInputField;

/**
 * Writes operations for a schema. Methods return undefined if there is no valid text, or if it is too long. With another
 * schema, operations include what either requires and only what both accept, apart from the requested part.
 */
export interface OperationWriter {
  /** An operation with a selection at the end of a path. */
  operationAt(path: OutputPath, selection: string | undefined, variable?: string): string | undefined;
  /** An operation with a value at the end of an input path. */
  operationWithInput(path: InputPath, value: string | undefined, variable?: string): string | undefined;
  /** An operation that selects the last field of a path. */
  operationTo(path: OutputPath): string | undefined;
  /** A field with its required arguments, and `{ __typename }` for composite types. */
  fieldSelection(field: Field, given: InputTexts): string | undefined;
  /** A field with the arguments that either schema requires. */
  fieldText(field: Field, given: InputTexts, counterpart?: Field): string | undefined;
  /** A directive with its required arguments. */
  directiveText(directive: GraphQLDirective, given: InputTexts): string | undefined;
  /** An input object with its required fields. */
  objectText(type: GraphQLInputObjectType, given: InputTexts): string | undefined;
  /** A sample value of a type. */
  valueText(type: GraphQLInputType): string | undefined;
}

/**
 * Creates a writer for one schema, or for the parts that it shares with another. If not strict, requirements of the
 * other schema are ignored when they cannot be satisfied.
 */
export function createOperationWriter(other?: RevisedSchema, isStrict = true): OperationWriter {
  return {
    operationAt,
    operationTo,
    operationWithInput: operationWithInput,
    fieldSelection: fieldSelection,
    fieldText,
    directiveText,
    objectText,
    valueText,
  };

  function operationAt(path: OutputPath, selection: string | undefined, variable = ""): string | undefined {
    if (selection === undefined || path.steps > MOST_STEPS) return undefined;
    let text = selection;
    let at = path;
    while (at.from) {
      const step = at.field ? fieldText(at.field, {}, counterpartAt(at.from, at.field)) : `... on ${at.type.name}`;
      if (step === undefined) return undefined;
      text = `${step} { ${text} }`;
      at = at.from;
    }
    const opening = variable === "" ? at.root : `${at.root} Witness(${variable})`;
    return opening === "query" ? `{ ${text} }` : `${opening} { ${text} }`;
  }

  function operationTo({ from, field }: OutputPath): string | undefined {
    return from && field && operationAt(from, fieldSelection(field, {}, counterpartAt(from, field)));
  }

  function operationWithInput(path: InputPath, value: string | undefined, variable?: string): string | undefined {
    let text = value;
    let at = path;
    let steps = 0;
    while (at.from && at.inputField && text !== undefined && steps < MOST_STEPS) {
      text = objectText(at.from.type as GraphQLInputObjectType, {
        [at.inputField.name]: wrapInLists(at.inputField.type, text),
      });
      at = at.from;
      steps += 1;
    }
    if (at.from || text === undefined) return undefined;
    const given = { [path.argument.name]: wrapInLists(path.argument.type, text) };
    return operationAt(path.at, fieldSelection(path.field, given, counterpartAt(path.at, path.field)), variable);
  }

  function fieldSelection(field: Field, given: InputTexts, counterpart = counterpartOf(field)): string | undefined {
    const { getNamedType, isCompositeType } = graphqlLibrary();
    const text = fieldText(field, given, counterpart);
    return text !== undefined && isCompositeType(getNamedType(field.type)) ? `${text} { __typename }` : text;
  }

  function counterpartOf({ parentType, name }: Field): Field | undefined {
    return parentType && fieldOf(other && revisedType(other, parentType.name), name);
  }

  function counterpartAt({ counterpart }: OutputPath, field: Field): Field | undefined {
    return counterpart ? fieldOf(counterpart, field.name) : counterpartOf(field);
  }

  function fieldText(field: Field, given: InputTexts, counterpart = counterpartOf(field)): string | undefined {
    return withArguments(field.name, membersText(field.args, counterpart?.args, given));
  }

  function directiveText({ name, args }: GraphQLDirective, given: InputTexts): string | undefined {
    return withArguments(`@${name}`, membersText(args, other?.schema.getDirective(name)?.args, given));
  }

  function objectText(
    type: GraphQLInputObjectType,
    given: InputTexts,
    depth = 0,
    counterpart = other && revisedType(other, type.name),
  ): string | undefined {
    const { isInputObjectType } = graphqlLibrary();
    const theirs = isInputObjectType(counterpart) ? counterpart : undefined;
    const [fields, counterparts] = [type, theirs].map((each) => each && Object.values(each.getFields())) as [
      GraphQLInputField[],
      GraphQLInputField[] | undefined,
    ];
    const isOneOf = type.isOneOf || theirs?.isOneOf === true;
    const isEmpty = Object.values(given).every((text) => text === undefined);
    const choice = fields.filter(({ name }) => !Object.hasOwn(given, name));
    const chosen = isOneOf && isEmpty ? simplestField(choice, counterparts) : undefined;
    const texts = membersText(fields, counterparts, given, { chosen, depth });
    const hasTooMany = isStrict && isOneOf && texts !== undefined && texts.length > 1;
    return texts === undefined || hasTooMany ? undefined : `{${texts.join(", ")}}`;
  }

  /** Texts of arguments or input fields: the given ones, the chosen one, and those that either schema requires. */
  function membersText(
    members: readonly InputMember[],
    counterparts: readonly InputMember[] | undefined,
    given: InputTexts,
    { chosen, depth = 0 }: { readonly chosen?: InputMember | undefined; readonly depth?: number } = {},
  ): string[] | undefined {
    const twinOf = new Map(counterparts?.map((counterpart) => [counterpart.name, counterpart]));
    const texts: string[] = [];
    let length = 0;
    for (const member of members) {
      const { name } = member;
      const counterpart = twinOf.get(name);
      twinOf.delete(name);
      const isGiven = Object.hasOwn(given, name);
      if (!isGiven && member !== chosen && !isRequired(member) && !isRequired(counterpart)) continue;
      // The other schema would refuse the unknown name with any value.
      if (isStrict && !isGiven && counterparts && !counterpart) return undefined;
      const text = isGiven ? given[name] : valueFor(member, counterpart, depth + 1);
      if (text === undefined) {
        if (isGiven) continue;
        return undefined;
      }
      length += name.length + text.length;
      if (length > MOST_CHARACTERS) return undefined;
      texts.push(`${name}: ${text}`);
    }
    const lacksRequired = [...twinOf.values()].some(
      (counterpart) => isRequired(counterpart) && !Object.hasOwn(given, counterpart.name),
    );
    return isStrict && lacksRequired ? undefined : texts;
  }

  function valueFor({ type }: InputMember, counterpart: InputMember | undefined, depth: number): string | undefined {
    const text = valueText(type, depth, counterpart?.type);
    return text === undefined && counterpart && !isStrict ? valueText(type, depth) : text;
  }

  function valueText(type: GraphQLInputType, depth = 0, counterpart?: GraphQLInputType): string | undefined {
    const { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType } = graphqlLibrary();
    if (depth > MOST_STEPS) return undefined;
    if (isNonNullType(type)) return valueText(type.ofType, depth, counterpart);
    if (isNonNullType(counterpart)) return valueText(type, depth, counterpart.ofType);
    if (isListType(type)) {
      if (counterpart && !isListType(counterpart)) return undefined;
      // Lists of objects are empty, because objects can contain each other.
      if (depth > 0 && isInputObjectType(getNamedType(type))) return "[]";
      const item = valueText(type.ofType, depth + 1, counterpart?.ofType);
      return item && `[${item}]`;
    }
    // GraphQL coerces a single value to a list.
    if (isListType(counterpart)) return valueText(type, depth, counterpart.ofType);
    if (isInputObjectType(type)) {
      if (counterpart && !isInputObjectType(counterpart)) return undefined;
      return objectText(type, {}, depth, counterpart);
    }
    const theirs = counterpart ?? (other && revisedType(other, type.name));
    const enumValues = isEnumType(type) ? type.getValues().map(({ name }) => name) : undefined;
    const samples = enumValues ?? scalarSamples[type.name] ?? scalarSamples[theirs?.name ?? ""] ?? ['"x"'];
    const fitting = samples.find((text) => acceptsText(text, theirs));
    return fitting ?? (counterpart ? undefined : samples[0]);
  }
}

const scalarSamples: Readonly<Record<string, readonly string[]>> = {
  Int: ["1"],
  Float: ["1.5", "1"],
  String: ['"x"', '"1"'],
  ID: ['"1"', '"x"', "1"],
  Boolean: ["true"],
};

/** Checks that a scalar or enum accepts a literal. Custom scalars accept any. */
function acceptsText(text: string, type: unknown): boolean {
  const { isEnumType, isScalarType } = graphqlLibrary();
  if (isEnumType(type)) return type.getValue(text) !== undefined;
  if (!isScalarType(type)) return type === undefined;
  return scalarSamples[type.name]?.includes(text) ?? true;
}

/** Simplest field of a `@oneOf` object: a scalar if possible, because objects can contain themselves. */
function simplestField(
  fields: readonly GraphQLInputField[],
  counterparts: readonly GraphQLInputField[] | undefined,
): InputMember | undefined {
  const { getNamedType, isLeafType } = graphqlLibrary();
  const both = counterparts
    ? fields.filter(({ name }) => counterparts.some((counterpart) => counterpart.name === name))
    : fields;
  return both.find(({ type }) => isLeafType(getNamedType(type))) ?? both[0] ?? fields[0];
}

function withArguments(name: string, given: readonly string[] | undefined): string | undefined {
  if (given === undefined) return undefined;
  return given.length === 0 ? name : `${name}(${given.join(", ")})`;
}

/** Wraps a value in as many lists as its type has. */
function wrapInLists(type: GraphQLInputType, value: string): string {
  const { isListType, isNonNullType } = graphqlLibrary();
  if (isNonNullType(type)) return wrapInLists(type.ofType, value);
  return isListType(type) ? `[${wrapInLists(type.ofType, value)}]` : value;
}
