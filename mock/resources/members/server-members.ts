import {
  type Json,
  type JsonObject,
  isObject,
  extractItemId,
  itemInBody,
  listSchemaParts,
  singular,
  listJsonTypes,
} from "../../../contracts/index.ts";
import { createValues, seededHex } from "../../../contracts/generate/index.ts";
import { toMembers } from "./members.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Members of an example that a new item has as well. */
interface Template {
  readonly example: JsonObject;
  readonly exampleId: Json | undefined;
  /** Names of keys, and of other members. */
  readonly keys: readonly string[];
  readonly others: readonly string[];
}

/** Names of keys that an item has beside the one that its path has. A server makes them for every item. */
const ownKeys = /^(_?id|uuid|guid|gid|object_?id)$/i;

/** Names of credentials, which a server makes with an item where they are readOnly. */
const credentialNames = /^((access|api|auth|client|secret)_?)*(token|secret|key)$/i;

/** Names of members that depend on other items or on what was sent: references, counts, texts of people. */
const dependentNames =
  /(_(id|ids|uuid|by|count|total|size|amount|balance)|[a-z](Id|Ids|Uuid|By|Count|Total|Size|Amount|Balance))$|^(count|total|size|amount|balance)$|(name|title|description|email|phone|address|label|message|note|comment|summary|text|error|reason|slug|locale)s?$/i;

/** Names of members with the end of an item, which a new one has not reached. */
const endNames = /(delet|archiv|cancel|clos|expir|revok|finish|complet|fail|end)/i;

/** Text that is a time or a day. */
const timeText = /^\d{4}-\d\d-\d\d/;

/**
 * Creates the members that a new item has although no request can set them: those that the documented example of the
 * creation shows, such as a status, a version or the URL for an upload. They have the example's values, in which the new
 * id replaces the example's. Members that refer to other items are omitted, and required ones are generated anyway.
 */
export function createServerMembers(context: ResourceContext): (id: string, seed: string) => JsonObject {
  const { contract, role, representations, presenter } = context;
  const prefix = singular(role.collection);
  let template: Template | undefined;
  return (id, seed) => {
    template ??= findTemplate(context);
    const { example, exampleId, keys, others } = template;
    const members: Record<string, Json> = {};
    for (const name of others) members[name] = withNewId(example[name] as Json, exampleId, id);
    for (const name of keys) {
      const schema = representations.propertyOf(presenter.operation, name);
      const isFree = listSchemaParts(contract, schema).every((part) => !("format" in part || "pattern" in part));
      const isText = listJsonTypes(contract, schema).includes("string");
      const counter = /^\d{1,15}$/.test(id) ? Number(id) : Number.parseInt(seededHex(id, 7), 16);
      const identifier = { name: `${seed} ${id} ${name}`, prefix, counter };
      members[name] =
        isFree && isText && ownKeys.test(name)
          ? id
          : createValues(contract, "response").identifier([schema], identifier);
    }
    return members;
  };
}

function findTemplate({ operation, role, representations, presenter }: ResourceContext): Template {
  if (role.kind !== "create" || role.each !== undefined)
    return { example: {}, exampleId: undefined, keys: [], others: [] };
  const isShown = representations.isShownByExample(operation);
  const example = toMembers(isShown ? itemInBody(representations.example(operation, operation.id), role) : undefined);
  const keyName = role.idProperty?.split(".", 1)[0];
  const writable = representations.writableProperties(operation);
  const required = representations.requiredProperties(presenter.operation);
  const isMadeKey = (name: string): boolean =>
    ownKeys.test(name) ||
    (credentialNames.test(name) &&
      representations.isReadOnly(presenter.operation, name) &&
      example[name] === undefined);
  const isMade = (name: string): boolean => !writable.has(name) && !required.has(name);
  const names = Object.keys(example).filter(
    (name) => name !== keyName && isMade(name) && representations.hasProperty(presenter.operation, name),
  );
  const keys = [...representations.propertyNames(presenter.operation)].filter(
    (name) => isMadeKey(name) && name !== keyName && isMade(name) && !isObject(example[name]),
  );
  const others = names.filter((name) => isOfNewItem(name, example[name] as Json));
  return { example, exampleId: extractItemId(example, role), keys, others };
}

/** True for a member of an example that another new item has as well. */
function isOfNewItem(name: string, value: Json): boolean {
  // Counts, balances and flags begin so, whatever they depend on.
  if (value === null || value === 0 || value === false) return true;
  if (dependentNames.test(name) || ownKeys.test(name) || endNames.test(name)) return false;
  if (typeof value === "string") return !timeText.test(value);
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.entries(value).every(([inner, member]) => isOfNewItem(inner, member));
  return true;
}

/** A value of an example in which the id of a new item replaces that of the example. */
function withNewId(value: Json, exampleId: Json | undefined, id: string): Json {
  if (typeof value === "string" && typeof exampleId === "string" && exampleId !== "")
    return value.replaceAll(exampleId, () => id);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withNewId(member, exampleId, id)]));
}
