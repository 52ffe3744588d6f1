import {
  type Contract,
  type Json,
  type JsonSchema,
  type JsonType,
  type Operation,
  type Role,
  type Schema,
  getAcceptor,
  anonymousTemplate,
  canonicalPath,
  listParameterNames,
  listSchemaParts,
  schemasAtPath,
  splitPropertyPath,
  listJsonTypes,
  singular,
} from "../../contracts/index.ts";
import type { Values } from "../../contracts/generate/index.ts";

/** The ids of the items of a contract. */
export interface Ids {
  /** Generates an id for an item of the role's collection. */
  newId(role: Role, operation: Operation, name: string, counter: number): string | number;
  /** True if an id of the role's collection can be any text. */
  allowsAnyId(role: Role, operation: Operation): boolean;
  /** Converts an id to the type in the operation's body: string or number. */
  idAs(operation: Operation, id: Json): Json;
}

/** Keywords that allow only some texts. */
const restrictions = ["pattern", "format", "enum", "const", "maxLength", "not"];

interface IdsInput {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly values: Values;
  /** The schema of the item in an operation's body, without its wrapper. */
  itemSchemaOf(operation: Operation): JsonSchema | undefined;
}

export function createIds({ contract, roles, values, itemSchemaOf }: IdsInput): Ids {
  const idForms = new Map<Operation, { readonly schemas: JsonSchema[]; readonly prefix: string }>();
  const types = new Map<Operation, readonly JsonType[]>();

  return {
    allowsAnyId: (role, operation) =>
      readIdForm(role, operation).schemas.every(
        (schema) =>
          listJsonTypes(contract, schema).includes("string") &&
          listSchemaParts(contract, schema).every((part) => restrictions.every((keyword) => !(keyword in part))),
      ),
    newId(role, operation, name, counter) {
      const form = readIdForm(role, operation);
      return values.identifier(form.schemas, { name, prefix: form.prefix, counter });
    },
    idAs(operation, id) {
      let allowedTypes = types.get(operation);
      if (!allowedTypes) {
        const { idProperty, shownKey } = roles.get(operation) ?? {};
        const idSchemas = propertySchemas(operation, shownKey ?? idProperty);
        types.set(
          operation,
          (allowedTypes = idSchemas.length === 0 ? [] : listJsonTypes(contract, { allOf: idSchemas })),
        );
      }
      const allowsNumbers = allowedTypes.includes("integer") || allowedTypes.includes("number");
      if (typeof id === "number" && allowedTypes.includes("string") && !allowsNumbers) return String(id);
      const isNumeric = allowsNumbers && !allowedTypes.includes("string");
      if (isNumeric && typeof id === "string" && /^-?(0|[1-9]\d{0,14})$/.test(id)) return Number(id);
      return id;
    },
  };

  function readIdForm(role: Role, operation: Operation): { readonly schemas: JsonSchema[]; readonly prefix: string } {
    let form = idForms.get(operation);
    if (!form)
      idForms.set(
        operation,
        (form = { schemas: collectIdSchemas(role, operation), prefix: singular(role.collection) }),
      );
    return form;
  }

  /**
   * The schemas that an id must match: those of the path parameters for the item and below it, and that of the property
   * that contains it. Schemas that contradict an earlier one are omitted. Numbers come first, because a number is a
   * string as well in a path; then those of the operation that reads the item.
   */
  function collectIdSchemas(role: Role, operation: Operation): JsonSchema[] {
    const own = anonymousTemplate(role.collection);
    const siblings = [...roles]
      .filter(([, other]) => anonymousTemplate(other.collection) === own)
      .map(([sibling]) => sibling);
    const parameters = siblings
      .toSorted((one, other) => Number(other.method === "GET") - Number(one.method === "GET"))
      .flatMap((sibling) =>
        sibling.parameters.filter(({ in: place, name }) => place === "path" && name === role.idParameter),
      );
    const parameterSchemas = parameters.map(({ schema }) => schema.value);
    const idSchemas = siblings.flatMap((sibling) => {
      if (sibling.method !== "GET" && sibling !== operation) return [];
      const shown = sibling === operation ? itemSchemaOf(sibling) : undefined;
      // A create may answer with the bare number.
      const isBare = shown !== undefined && isNumberType(listJsonTypes(contract, shown));
      if (isBare) return [shown];
      return propertySchemas(sibling, role.idProperty);
    });
    const all = [...parameterSchemas, ...parameterSchemasBelow(own, role.idParameter)];
    // A path often declares a number as a string, while the item has the number.
    const isNumberInPath = parameters.every(({ schema }) => acceptsNumberAsText(schema));
    const numbers = [...all, ...(isNumberInPath ? idSchemas : [])].filter((schema) =>
      isNumberType(listJsonTypes(contract, schema)),
    );
    const fitting: JsonSchema[] = [];
    for (const schema of new Set([...numbers, ...parameterSchemas, ...idSchemas, ...all]))
      if (listJsonTypes(contract, { allOf: [...fitting, schema] }).length > 0) fitting.push(schema);
    return fitting;
  }

  /** True for a path parameter that accepts a number, as such or as text: a string without a pattern. */
  function acceptsNumberAsText({ value, pointer }: Schema): boolean {
    return isNumberType(listJsonTypes(contract, value)) || getAcceptor(contract, pointer, "request")("1");
  }

  /**
   * Path parameters for the item's id in the paths below the item. A path that has the item's parameter at another place
   * is about something else, and so is one for a fixed set of values.
   */
  function parameterSchemasBelow(own: string, idParameter: string | undefined): JsonSchema[] {
    const place = listParameterNames(own.replaceAll("{}", "{id}")).length;
    return [...roles.keys()]
      .filter(({ path }) => anonymousTemplate(canonicalPath(path)).startsWith(`${own}/{}/`))
      .flatMap(({ path, parameters }) => {
        const names = listParameterNames(path);
        const name = names[place];
        const isOther = name !== idParameter && idParameter !== undefined && names.includes(idParameter);
        if (isOther) return [];
        return parameters.filter((each) => each.in === "path" && each.name === name);
      })
      .map(({ schema: { value } }) => value)
      .filter((schema) => !isFixedSet(schema));
  }

  function isFixedSet(schema: JsonSchema): boolean {
    return listSchemaParts(contract, schema).some((part) => "enum" in part || "const" in part);
  }

  function propertySchemas(operation: Operation, idProperty: string | undefined): readonly JsonSchema[] {
    const item = idProperty === undefined ? undefined : itemSchemaOf(operation);
    if (item === undefined) return [];
    return schemasAtPath(contract, item, splitPropertyPath(contract, item, idProperty));
  }
}

function isNumberType(types: readonly JsonType[]): boolean {
  const known = types.filter((type) => type !== "null");
  return known.length > 0 && known.every((type) => type === "integer" || type === "number");
}
