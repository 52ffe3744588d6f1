import type { JsonSchema } from "../model/json.ts";
import type { Bodies } from "./bodies.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { evidenceOf } from "./key-evidence.ts";
import { folded } from "../text/folded.ts";
import type { Role } from "../model/role.ts";
import { typesOf } from "../schema/schema.ts";
import { schemasAt, stepsTo } from "./steps.ts";
import { anonymous } from "../model/template.ts";

/** The property that holds the id of an item, and the object that the item is wrapped in. */
type Identity = Pick<Role, "idProperty" | "wrapper">;

interface ItemKeysInput {
  readonly contract: Contract;
  readonly bodies: Bodies;
  /** The parameter that names an item, for each collection that has one. */
  readonly idParameters: ReadonlyMap<string, string>;
  /** The operations whose path is that of an item, by the template of the collection without names. */
  readonly itemOperations: ReadonlyMap<string, readonly Operation[]>;
  itemSchema(collection: string): JsonSchema | undefined;
}

/** Finds where a body shows the id of an item of a collection. */
export type IdentityIn = (schema: JsonSchema | undefined, collection: string) => Identity;

/** Properties that usually hold an id, the likeliest first. */
const commonIds = ["id", "_id", "uuid", "gid", "key", "sid", "slug", "login", "username", "name"];

/** Objects of an item that hold its id beside what describes it: `metadata.name` in Kubernetes. */
const holders = ["metadata", "meta"];

/** Objects that an item is wrapped in, whatever it is. */
const wrappers = /^(item|payload|response|result)$/i;

/** Properties that stand beside a wrapped item. */
const besideWrapped = /^(_?links?|meta(data)?|included|messages?|success|status|code|errors?|warnings?|result_?info)$/i;

/**
 * Compiles where the bodies of a contract show ids. Each collection has one key: the property that the parameter in
 * the path of its items names. Every body of the collection shows the id there, whatever else it has.
 */
export function createItemKeys({
  contract,
  bodies,
  idParameters,
  itemOperations,
  itemSchema,
}: ItemKeysInput): IdentityIn {
  const keys = new Map<string, Identity>();

  return (schema, collection) => {
    const key = keyOf(collection).idProperty;
    if (schema === undefined) return key === undefined ? {} : { idProperty: key };
    if (key === undefined) return identityIn(schema, collection);
    const wrapper = hasId(schema, key) ? undefined : wrapperOf(schema, collection, key);
    return { idProperty: key, ...(wrapper !== undefined && { wrapper }) };
  };

  function keyOf(collection: string): Identity {
    let key = keys.get(collection);
    if (!key) {
      const schema = idParameters.has(collection) ? itemSchema(collection) : undefined;
      keys.set(collection, (key = schema === undefined ? {} : identityIn(schema, collection)));
    }
    return key;
  }

  function identityIn(schema: JsonSchema, collection: string): Identity {
    const idProperty = idPropertyIn(schema, collection);
    if (idProperty !== undefined) return { idProperty };
    const parameter = idParameters.get(collection) ?? "id";
    for (const name of bodies.names(schema)) {
      const inner = bodies.unwrapped(schema, name);
      if (!bodies.accepts(inner, "object") || bodies.accepts(inner, "string")) continue;
      const id = idPropertyIn(inner, collection);
      if (id === undefined) continue;
      if (isWrapper(schema, name, parameter)) return { idProperty: id, wrapper: name };
      // "user.id" of the member of a group that {user_id} names.
      if (parameter.startsWith(name)) return { idProperty: `${name}.${id}` };
    }
    return {};
  }

  function wrapperOf(schema: JsonSchema, collection: string, key: string): string | undefined {
    const parameter = idParameters.get(collection) ?? "id";
    return [...bodies.names(schema)].find(
      (name) => isWrapper(schema, name, parameter) && hasId(bodies.unwrapped(schema, name), key),
    );
  }

  /** What has values of its own beside an object is itself the item. */
  function isWrapper(schema: JsonSchema, name: string, parameter: string): boolean {
    if (name === "data") return true;
    const others = [...bodies.names(schema)].filter((other) => other !== name);
    const isNamed = others.length === 0 || wrappers.test(name) || parameter.startsWith(name);
    return isNamed && !others.some((other) => hasId(schema, other) && !besideWrapped.test(other));
  }

  function idPropertyIn(schema: JsonSchema, collection: string): string | undefined {
    const parameter = idParameters.get(collection) ?? "id";
    const able = idsIn(schema);
    const named = namedBy(
      { parameter, collection },
      able,
      (name) => isTyped(schema, name, collection) || bodies.accepts(bodies.unwrapped(schema, name), "integer"),
    );
    const nested = holders.flatMap((holder) => {
      const name = namedBy({ parameter, collection }, idsIn(bodies.unwrapped(schema, holder)), () => true);
      return name === undefined ? [] : [`${holder}.${name}`];
    });
    const { linked, agreed } = evidenceOf(contract, itemOperations.get(anonymous(collection)) ?? [], parameter);
    const common = commonIds.filter((name) => able.includes(name));
    return (
      (linked !== undefined && hasId(schema, linked) ? linked : undefined) ??
      named ??
      nested[0] ??
      agreed.find((name) => able.includes(name)) ??
      common.find((name) => isTyped(schema, name, collection)) ??
      common[0] ??
      able.find((name) => folded(parameter).endsWith(folded(name)))
    );
  }

  /** The properties that may hold an id. */
  function idsIn(schema: JsonSchema): string[] {
    return [...bodies.names(schema)].filter((name) => hasId(schema, name));
  }

  function hasId(schema: JsonSchema, path: string): boolean {
    return schemasAt(contract, schema, stepsTo(contract, schema, path)).some(
      (inner) => bodies.accepts(inner, "string") || bodies.accepts(inner, "integer"),
    );
  }

  /** Whether a property is of the parameter's type: the text `{repo}` is not the integer `id`. */
  function isTyped(schema: JsonSchema, name: string, collection: string): boolean {
    const parameter = idParameters.get(collection);
    const carried = (itemOperations.get(anonymous(collection)) ?? [])
      .flatMap(({ parameters }) => parameters.filter((each) => each.in === "path" && each.name === parameter))
      .flatMap(({ schema: { value } }) => typesOf(contract, value));
    const own = typesOf(contract, bodies.unwrapped(schema, name));
    const shared = (["string", "integer"] as const).filter((type) => carried.includes(type) && own.includes(type));
    return carried.length === 0 || shared.length > 0;
  }
}

/**
 * The property that a parameter names: of its own name, else of its last words, as `issue_number` names `number`. What
 * is called as the collection is, such as `/promotion_codes/{promotion_code}`, names no property by its last words.
 */
function namedBy(
  { parameter, collection }: { readonly parameter: string; readonly collection: string },
  names: readonly string[],
  isTyped: (name: string) => boolean,
): string | undefined {
  const words = parameter
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const isThing = folded(collection.slice(collection.lastIndexOf("/"))).startsWith(folded(parameter));
  const tails = isThing ? [] : words.slice(1).map((_, index) => folded(words.slice(index + 1).join("")));
  return (
    names.find((name) => name === parameter) ??
    names.find((name) => folded(name) === folded(parameter)) ??
    tails.map((tail) => names.find((name) => folded(name) === tail && isTyped(name))).find((name) => name !== undefined)
  );
}
