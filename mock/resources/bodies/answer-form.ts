import {
  type Json,
  type JsonSchema,
  isObject,
  itemIdOf,
  membersOf,
  partsOf,
  propertyNamesOf,
  resourcesIn,
  typesOf,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";
import type { Stored } from "../../state/stored.ts";
import { membersIn } from "../members/members.ts";

/** Forms of an answer about several items that a request can choose, by the words for them. */
const formWords = {
  items: /^(all|full|items?|rows?|records?|objects?|data|entities|entity|representation)$/i,
  ids: /^(ids?|keys?)$/i,
  count: /^(counts?|number|total)$/i,
} as const;

type Form = keyof typeof formWords;

/** Names of members with the number of items that a request wrote. */
const countNames = /count|total|number|created|inserted|added|saved|affected|rows/i;

/** The choice of a request: a member or a query parameter. */
interface Choice {
  readonly name: string;
  /** The form without a choice. */
  readonly otherwise: Form | undefined;
}

/**
 * Compiles the answer of a batch in the form that its request chooses: `returnType: "id"` of an enum with "count", "id"
 * and "all". Undefined if a request has no such choice.
 */
export function createAnswerForm(context: ResourceContext) {
  const { contract, operation, role, representations } = context;
  const sent = resourcesIn(contract).bodies.requestSchema(operation);
  const choice = findChoice();
  const shown = representations.shapeOf(operation);
  const counts = [...propertyNamesOf(contract, shown)].filter(
    (name) =>
      countNames.test(name) && typesOf(contract, { allOf: membersOf(contract, shown, name) }).includes("integer"),
  );
  if (!choice) return undefined;
  return ({ input }: Call, items: readonly Stored[]): Json | undefined => {
    const chosen = membersIn(input.body)[choice.name] ?? input.parameters[choice.name];
    const form = chosen === undefined ? choice.otherwise : readForm(chosen);
    if (form === "items") return items.map(({ value }) => value);
    if (form === "ids") return items.map(({ value }) => itemIdOf(value, role) ?? null);
    const [name, other] = counts;
    return form === "count" && name !== undefined && other === undefined ? { [name]: items.length } : undefined;
  };

  function findChoice(): Choice | undefined {
    const members = sent === undefined ? [] : [...propertyNamesOf(contract, sent)];
    const schemas: (readonly [name: string, schema: JsonSchema])[] = [
      ...members.map((name) => [name, { allOf: membersOf(contract, sent ?? true, name) }] as const),
      ...operation.parameters
        .filter(({ in: place }) => place === "query")
        .map((each) => [each.name, each.schema.value] as const),
    ];
    return schemas.flatMap(([name, schema]) => {
      const parts = partsOf(contract, schema).filter(isObject);
      const values = parts.flatMap((part) => (Array.isArray(part["enum"]) ? part["enum"] : []));
      const forms = new Set(values.map(readForm).filter((form) => form !== undefined));
      if (forms.size < 2) return [];
      return [{ name, otherwise: parts.map((part) => readForm(part["default"])).find((form) => form !== undefined) }];
    })[0];
  }
}

function readForm(value: Json | undefined): Form | undefined {
  const text = String(value);
  return (Object.keys(formWords) as Form[]).find((form) => formWords[form].test(text));
}
