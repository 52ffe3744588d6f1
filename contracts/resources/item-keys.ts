import type { JsonSchema } from "../model/json.ts";
import type { Bodies } from "./bodies.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { evidenceOf } from "./key-evidence.ts";
import { foldedName } from "../text/folded.ts";
import type { Role } from "../model/role.ts";
import { typesOf } from "../schema/schema.ts";
import { schemasAtPath, propertyPathOf } from "./steps.ts";
import { anonymousTemplate } from "../model/template.ts";

/** Property that holds the id of an item, and the object that wraps the item. */
type Identity = Pick<Role, "idProperty" | "wrapper">;

interface ItemKeysInput {
  readonly contract: Contract;
  readonly bodies: Bodies;
  /** Path parameter that identifies an item, by collection. */
  readonly idParameters: ReadonlyMap<string, string>;
  /** Operations on the path of an item, by the collection's path template without parameter names. */
  readonly itemOperations: ReadonlyMap<string, readonly Operation[]>;
  itemSchema(collection: string): JsonSchema | undefined;
}

/** Finds the property that holds the id of an item in a body. */
export type IdentityIn = (schema: JsonSchema | undefined, collection: string) => Identity;

/** Properties that usually hold an id, most likely first. */
const commonIds = ["id", "_id", "uuid", "gid", "key", "sid", "slug", "login", "username", "name"];

/** Objects within an item that hold its id together with other metadata, such as `metadata.name` in Kubernetes. */
const metadataObjects = ["metadata", "meta"];

/** Names of generic objects that wrap an item. */
const wrapperNames = /^(item|payload|response|result)$/i;

/** Properties that occur beside a wrapped item. */
const envelopeProperties =
  /^(_?links?|meta(data)?|included|messages?|success|status|code|errors?|warnings?|result_?info)$/i;

/**
 * Compiles a function that finds ids in the bodies of a contract. Each collection has one key: the property that
 * matches the path parameter of its items. Every body of the collection has its id in that property.
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
    const wrapper = canHoldId(schema, key) ? undefined : wrapperOf(schema, collection, key);
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
      const inner = bodies.withoutWrapper(schema, name);
      if (!bodies.accepts(inner, "object") || bodies.accepts(inner, "string")) continue;
      const id = idPropertyIn(inner, collection);
      if (id === undefined) continue;
      if (isWrapper(schema, name, parameter)) return { idProperty: id, wrapper: name };
      // Membership of a group: {user_id} is "user.id".
      if (parameter.startsWith(name)) return { idProperty: `${name}.${id}` };
    }
    return {};
  }

  function wrapperOf(schema: JsonSchema, collection: string, key: string): string | undefined {
    const parameter = idParameters.get(collection) ?? "id";
    return [...bodies.names(schema)].find(
      (name) => isWrapper(schema, name, parameter) && canHoldId(bodies.withoutWrapper(schema, name), key),
    );
  }

  /** Checks that a property wraps the item. An object with ids beside it is itself the item. */
  function isWrapper(schema: JsonSchema, name: string, parameter: string): boolean {
    if (name === "data") return true;
    const others = [...bodies.names(schema)].filter((other) => other !== name);
    const isNamed = others.length === 0 || wrapperNames.test(name) || parameter.startsWith(name);
    return isNamed && !others.some((other) => canHoldId(schema, other) && !envelopeProperties.test(other));
  }

  function idPropertyIn(schema: JsonSchema, collection: string): string | undefined {
    const parameter = idParameters.get(collection) ?? "id";
    const candidates = possibleIds(schema);
    const namedByParameter = propertyForParameter(
      { parameter, collection },
      candidates,
      (name) =>
        hasParameterType(schema, name, collection) || bodies.accepts(bodies.withoutWrapper(schema, name), "integer"),
    );
    const inMetadata = metadataObjects.flatMap((holder) => {
      const name = propertyForParameter(
        { parameter, collection },
        possibleIds(bodies.withoutWrapper(schema, holder)),
        () => true,
      );
      return name === undefined ? [] : [`${holder}.${name}`];
    });
    const { linkedProperty, sameExampleProperties } = evidenceOf(
      contract,
      itemOperations.get(anonymousTemplate(collection)) ?? [],
      parameter,
    );
    const common = commonIds.filter((name) => candidates.includes(name));
    return (
      (linkedProperty !== undefined && canHoldId(schema, linkedProperty) ? linkedProperty : undefined) ??
      namedByParameter ??
      inMetadata[0] ??
      sameExampleProperties.find((name) => candidates.includes(name)) ??
      common.find((name) => hasParameterType(schema, name, collection)) ??
      common[0] ??
      candidates.find((name) => foldedName(parameter).endsWith(foldedName(name)))
    );
  }

  /** Properties of a type that can hold an id. */
  function possibleIds(schema: JsonSchema): string[] {
    return [...bodies.names(schema)].filter((name) => canHoldId(schema, name));
  }

  function canHoldId(schema: JsonSchema, path: string): boolean {
    return schemasAtPath(contract, schema, propertyPathOf(contract, schema, path)).some(
      (inner) => bodies.accepts(inner, "string") || bodies.accepts(inner, "integer"),
    );
  }

  /**
   * Checks that a property has the type of the path parameter. A string parameter such as `{repo}` does not match an
   * integer `id`.
   */
  function hasParameterType(schema: JsonSchema, name: string, collection: string): boolean {
    const parameter = idParameters.get(collection);
    const parameterTypes = (itemOperations.get(anonymousTemplate(collection)) ?? [])
      .flatMap(({ parameters }) => parameters.filter((each) => each.in === "path" && each.name === parameter))
      .flatMap(({ schema: { value } }) => typesOf(contract, value));
    const propertyTypes = typesOf(contract, bodies.withoutWrapper(schema, name));
    const shared = (["string", "integer"] as const).filter(
      (type) => parameterTypes.includes(type) && propertyTypes.includes(type),
    );
    return parameterTypes.length === 0 || shared.length > 0;
  }
}

/**
 * Property that matches the name of a parameter: its whole name, or its last words, as `issue_number` matches `number`.
 * A parameter named after the collection, such as `/promotion_codes/{promotion_code}`, matches only as a whole.
 */
function propertyForParameter(
  { parameter, collection }: { readonly parameter: string; readonly collection: string },
  names: readonly string[],
  isTyped: (name: string) => boolean,
): string | undefined {
  const words = parameter
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
  const isNamedAfterCollection = foldedName(collection.slice(collection.lastIndexOf("/"))).startsWith(
    foldedName(parameter),
  );
  const suffixes = isNamedAfterCollection
    ? []
    : words.slice(1).map((_, index) => foldedName(words.slice(index + 1).join("")));
  return (
    names.find((name) => name === parameter) ??
    names.find((name) => foldedName(name) === foldedName(parameter)) ??
    suffixes
      .map((tail) => names.find((name) => foldedName(name) === tail && isTyped(name)))
      .find((name) => name !== undefined)
  );
}
