import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  joinPointer,
  referenceTo,
  targetOf,
  targetPointer,
} from "../../contracts/index.ts";

/** A number for each schema: two that have the same one say the same of every value, in every document of one store. */
export type Digest = (schema: JsonSchema) => number;

/** Keywords that no rule looks at. */
const unread = new Set([
  "title",
  "description",
  "example",
  "examples",
  "externalDocs",
  "xml",
  "$id",
  "$schema",
  "$anchor",
  "$comment",
  "$defs",
  "definitions",
]);
/** Members of ours that say something; all others are somebody's notes. */
const ours = new Set([
  "x-extensible-enum",
  "x-closed",
  "x-spec",
  "x-assumed",
  "x-published",
  "x-deprecated",
  "x-sunset",
]);
const inner = new Set([
  "items",
  "additionalProperties",
  "unevaluatedItems",
  "unevaluatedProperties",
  "propertyNames",
  "contains",
  "contentSchema",
  "not",
  "if",
  "then",
  "else",
]);
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const unordered = new Set(["enum", "required", "type"]);

/** More rounds than any document needs to tell its components apart; beyond them they count as different. */
const MOST_ROUNDS = 60;

interface Component {
  readonly schema: JsonSchema;
  readonly contract: Contract;
  skeleton: number;
  references: readonly Component[];
  colour: number;
}

/**
 * Digests of the schemas of some contracts, in which a `$ref` counts as what it leads to: names of components, the order
 * of members and texts do not show. Components that refer to each other in circles are told apart by refining a
 * partition: two are the same as long as nothing that they lead to differs.
 */
export function createDigests(contracts: readonly Contract[]): readonly Digest[] {
  const known = new Map<string, number>();
  const components = new Map<Contract, Map<string, Component>>(contracts.map((contract) => [contract, new Map()]));
  const all: Component[] = [];
  for (const contract of contracts) for (const reference of referencesOf(contract)) componentOf(contract, reference);
  refine();
  return contracts.map((contract) => reader((reference) => `$${colourOf(contract, reference)}`, new Map()));

  function componentOf(contract: Contract, reference: string): Component {
    const own = components.get(contract) as Map<string, Component>;
    const pointer = targetPointer(reference);
    let component = own.get(pointer);
    if (component) return component;
    component = { contract, schema: targetOf(contract, reference), skeleton: 0, references: [], colour: 0 };
    own.set(pointer, component);
    all.push(component);
    return component;
  }

  /** Reads each component once, those that are found on the way too, and gives it its colour. */
  function refine(): void {
    for (const component of all) {
      const references: Component[] = [];
      component.references = references;
      component.skeleton = reader((reference) => {
        references.push(componentOf(component.contract, reference));
        return "$";
      })(component.schema);
    }
    let colours = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const next = all.map(({ skeleton, references }) =>
        numberOf(`${skeleton}:${references.map(({ colour }) => colour).join(",")}`),
      );
      const count = new Set(next).size;
      all.forEach((component, index) => (component.colour = next[index] as number));
      if (count === colours) return;
      colours = count;
    }
  }

  /** What only an operation refers to, and is no component, counts as different from all else. */
  function colourOf(contract: Contract, reference: string): number {
    const component = componentOf(contract, reference);
    component.colour ||= numberOf(`${contracts.indexOf(contract)} ${reference}`);
    return component.colour;
  }

  function reader(refer: (reference: string) => string, memory?: Map<object, number>): Digest {
    return read;

    function read(schema: JsonSchema): number {
      if (typeof schema === "boolean") return numberOf(String(schema));
      const remembered = memory?.get(schema);
      if (remembered !== undefined) return remembered;
      const parts = Object.keys(schema)
        .filter((keyword) => isRead(keyword) && !isDefault(keyword, schema[keyword] as Json, schema))
        .toSorted()
        .map((keyword) => `${keyword}=${readKeyword(keyword, schema[keyword] as Json)}`);
      const number = numberOf(`{${parts.join(" ")}}`);
      memory?.set(schema, number);
      return number;
    }

    function readKeyword(keyword: string, value: Json): string {
      if (keyword === "$ref" && typeof value === "string") return refer(value);
      if (inner.has(keyword) && isSchema(value)) return String(read(value));
      if (lists.has(keyword) && Array.isArray(value)) return value.map((item: Json) => readItem(item)).join(",");
      if (maps.has(keyword) && isObject(value)) return readMap(value);
      if (unordered.has(keyword) && Array.isArray(value)) return String(numberOf(value.map(textOf).toSorted().join()));
      return String(numberOf(textOf(value)));
    }

    function readMap(value: JsonObject): string {
      const members = Object.keys(value).toSorted();
      return `{${members.map((name) => `${JSON.stringify(name)}=${readItem(value[name] as Json)}`).join(" ")}}`;
    }

    function readItem(value: Json): string {
      return isSchema(value) ? String(read(value)) : textOf(value);
    }
  }

  function numberOf(text: string): number {
    let number = known.get(text);
    if (number === undefined) known.set(text, (number = known.size + 1));
    return number;
  }
}

function isRead(keyword: string): boolean {
  return keyword.startsWith("x-") ? ours.has(keyword) : !unread.has(keyword);
}

/** Keywords without which others say nothing. */
const leaders: Readonly<Record<string, readonly string[]>> = {
  minContains: ["contains"],
  maxContains: ["contains"],
  if: ["then", "else"],
  then: ["if"],
  else: ["if"],
};

/** Whether a keyword of a schema says what holds without it. */
export function isDefault(keyword: string, value: Json, schema: JsonObject): boolean {
  const leads = Object.hasOwn(leaders, keyword) ? leaders[keyword] : undefined;
  if (leads) return leads.every((leader) => schema[leader] === undefined);
  switch (keyword) {
    case "minLength":
    case "minItems":
    case "minProperties":
      return value === 0;
    case "uniqueItems":
    case "deprecated":
    case "readOnly":
    case "writeOnly":
    case "not":
      return value === false;
    case "required":
      return Array.isArray(value) && value.length === 0;
    case "properties":
    case "patternProperties":
    case "dependentRequired":
    case "dependentSchemas":
      return isEmpty(value);
    case "propertyNames":
      return value === true || isEmpty(value);
    case "multipleOf":
      return value === 1 && schema["type"] === "integer";
    default:
      return false;
  }
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function isSchema(value: Json): value is JsonSchema {
  return isObject(value) || typeof value === "boolean";
}

function referencesOf({ document }: Contract): string[] {
  const components = document["components"];
  const schemas = isObject(components) ? components["schemas"] : undefined;
  return isObject(schemas)
    ? Object.keys(schemas).map((name) => referenceTo(joinPointer("/components/schemas", name)))
    : [];
}

/** The JSON text of a value, its names in order. */
export function textOf(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
