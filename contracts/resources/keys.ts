import type { JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { listParameterNames } from "../model/template.ts";
import { foldedName, splitWords } from "../text/folded.ts";
import { singular } from "../text/nouns.ts";
import { listMemberSchemas, listSchemaParts, listPropertyNames, listJsonTypes } from "../schema/schema.ts";
import { readDescribedKey } from "./documented/described-keys.ts";
import { collectKeyEvidence, listIdExamples } from "./key-evidence.ts";
import type { Subject } from "./placing.ts";
import { holdsKey, holdsObject } from "./sites.ts";
import { splitPropertyPath, schemasAtPath } from "./steps.ts";

/** Member of an item that identifies it, such as "id" or "metadata.name", with the evidence for it. */
export interface Key {
  readonly property: string;
  readonly weight: number;
  /** Reasons, the heaviest first. */
  readonly reasons: readonly string[];
  /** True if the description of the path parameter names the member. */
  readonly isNamed?: boolean;
}

/** Between the names of two keys in a parameter: "idOrName", "issue_id_or_key". */
const eitherWord = /_or_|Or(?=[A-Z])/;

/**
 * Members by one of which a path names an item, besides its key: `name` for {idOrName}, its own `id` for {project_id},
 * `rule_name` for {name}, and those that the description of the parameter names. `sentNames` are those of a create.
 */
export function findOtherKeys(
  contract: Contract,
  item: JsonSchema,
  { idParameter = "", collection, operations, sentNames }: Subject & Pick<KeyInput, "operations" | "sentNames">,
): string[] {
  const words = idParameter.split(eitherWord);
  const noun = foldedName(singular(collection));
  const named = words.map((word) => foldedName(word)).flatMap((word) => [word, word.replace(noun, "")]);
  // {project} says nothing about the key: clients know a project by its name, too.
  const wanted = foldedName(idParameter) === noun ? [...named, "name", "slug"] : named;
  const described = readDescribedKey(contract, operations, idParameter);
  const names = listPropertyNames(contract, item);
  const isOpen = !names.has(idParameter) && chosenKeys.test(idParameter);
  const shown = [...names].filter(
    (name) =>
      (wanted.includes(foldedName(name)) ||
        described.weightOf(name, noun) > 0 ||
        (isOpen && sentNames.has(name) && isWordEnd(name, idParameter))) &&
      holdsKey(contract, { allOf: listMemberSchemas(contract, item, name) }),
  );
  // A client may name an item by a member that no response shows: `key` for {group_key}.
  const sent = [...sentNames].filter((name) => !names.has(name) && noun + foldedName(name) === foldedName(idParameter));
  return [...shown, ...sent];
}

/**
 * Member of a create's answer that has the id of the new item under a name that neither the item nor its path has, such
 * as `entity_id`: the only id in the answer that is not sent and does not belong to another item.
 */
export function findAnsweredId(
  contract: Contract,
  answer: JsonSchema,
  { collection, sentNames }: Pick<Subject, "collection"> & Pick<KeyInput, "sentNames">,
): string | undefined {
  const parents = listParameterNames(collection).map((name) => foldedName(name));
  const isIdName = (name: string): boolean => isWordEnd(`a ${name}`, "id") || /^(uuid|guid)$/i.test(name);
  const [only, other] = [...listPropertyNames(contract, answer)].filter(
    (name) =>
      isIdName(name) &&
      !sentNames.has(name) &&
      !parents.includes(foldedName(name)) &&
      holdsKey(contract, { allOf: listMemberSchemas(contract, answer, name) }),
  );
  return other === undefined ? only : undefined;
}

interface KeyInput {
  readonly contract: Contract;
  readonly subject: Subject;
  /** Schemas of an item in the responses of its collection: the one that is read first. */
  readonly items: readonly JsonSchema[];
  /** Names of members that clients can send. */
  readonly sentNames: ReadonlySet<string>;
  /** Operations on the path of an item. */
  readonly operations: readonly Operation[];
}

/** Objects within an item that can hold its key, such as `metadata.name` in Kubernetes. */
const metadataNames = /^meta(data)?$/;

/** Objects within an item that hold its keys in several systems. */
const idsNames = /^(ids|identifiers)$/i;

/** Members that usually identify an item, with their weights. */
const usualKeys: readonly (readonly [name: RegExp, weight: number])[] = [
  [/^_?id$/i, 1.5],
  [/^(uuid|guid|gid)$/i, 1.3],
  [/^(key|sid)$/i, 1.1],
  [/^slug$/i, 0.9],
  [/^(ext|object|record|unique)_?id$/i, 0.9],
  [/^(login|user_?name)$/i, 0.7],
  [/^(name|code|identifier|reference)$/i, 0.6],
  [/^(number|index|email)$/i, 0.3],
];

/** Last words of keys that clients choose, and of those that servers make. */
const chosenKeys = /(code|key|name|slug|identifier|handle|reference|sku|number|login|alias)$/i;
const madeKeys = /(^|_)(id|uuid|guid|gid|sid)$/i;

/** Least weight of a key. Below it, nothing is known. */
const MIN_WEIGHT = 0.6;

/** Reason for or against a key, and its weight. */
type Reason = readonly [reason: string, weight: number];

/** Finds the member that identifies the items of a collection, by its name, type, examples and bodies. */
export function findKey({ contract, subject, items, sentNames, operations }: KeyInput): Key | undefined {
  const { collection, idParameter } = subject;
  const parameter = idParameter?.split(eitherWord, 1)[0];
  const parameterSchemas = operations
    .flatMap(({ parameters }) => parameters.filter(({ in: place, name }) => place === "path" && name === idParameter))
    .map(({ schema }) => schema.value);
  const parameterTypes = parameterSchemas.flatMap((schema) => listJsonTypes(contract, schema));
  const parameterFormats = readFormats(contract, parameterSchemas);
  const { sameExampleProperties, pathExamples } = collectKeyEvidence(contract, operations, parameter ?? "id");
  const noun = foldedName(singular(collection));
  const matchParameter = (name: string): Reason | undefined =>
    parameter === undefined ? undefined : matchName(name, parameter, collection);
  const described = readDescribedKey(contract, operations, idParameter ?? "");
  const parents = listParameterNames(collection);
  const candidates = listKeyCandidates(contract, items, parameter);
  /** True if the first body has a usual key. Otherwise it may be no item. */
  const showsOtherKey = [...listPropertyNames(contract, items[0] ?? true)].some((name) =>
    usualKeys.some(([form, weight]) => form.test(name) && weight > 0.5),
  );
  const [found] = [...candidates].map(weigh).toSorted((one, other) => other.weight - one.weight);
  if (found && found.weight >= MIN_WEIGHT) return found;
  return undefined;

  function weigh(path: string): Key {
    const name = path.slice(path.lastIndexOf(".") + 1);
    const examples = readSchemas(path).flatMap((schema) => listSchemaParts(contract, schema).flatMap(listIdExamples));
    const hasSameExample =
      sameExampleProperties.includes(path) || examples.some((example) => pathExamples.has(example));
    const reasons: Reason[] = [
      ...byName(name, path),
      ...(hasSameExample ? [["its example is that of the path", 1.6] as const] : []),
      ...byType(path),
      ...byDescription(name),
    ];
    const holders = items.filter((item) => findPathSchemas(contract, item, path).length > 0);
    reasons.push([`${holders.length} of ${items.length} bodies have it`, holders.length / Math.max(1, items.length)]);
    // The read of an item by its {shop_uid} may show only its other id.
    const isMeant = (matchParameter(name)?.[1] ?? 0) >= 2 && holders.length > items.length / 2;
    if (showsOtherKey && !isMeant && !holders.includes(items[0] as JsonSchema))
      reasons.push(["the first body lacks it", -3]);
    const isRequired = holders.some((item) => isRequiredMember(contract, item, path));
    if (candidates.size === 1 && isWordEnd(`a ${path}`, "id")) reasons.push(["it is the only id", 1]);
    if (isRequired) reasons.push(["it is required", 0.2]);
    if (readSchemas(path).some((schema) => listSchemaParts(contract, schema).some((part) => part["readOnly"] === true)))
      reasons.push(["it is readOnly", 0.2]);
    const sorted = reasons.filter(([, weight]) => weight !== 0).toSorted(([, one], [, other]) => other - one);
    return {
      property: path,
      weight: sorted.reduce((sum, [, weight]) => sum + weight, 0) - 1,
      reasons: sorted.map(([reason]) => reason),
      isNamed: isNamedAsKey(name),
    };
  }

  function byName(name: string, path: string): Reason[] {
    const folded = foldedName(name);
    const usual = usualKeys.find(([form]) => form.test(name));
    const common: Reason[] = usual ? [[`"${name}" is a usual key`, usual[1]]] : [];
    if (parameter !== undefined && folded === "resourceid") common.push(["it is the id of a resource", 0.9]);
    const holder = path.includes(".") ? path.slice(0, path.indexOf(".")) : undefined;
    // Membership of a group: {user_id} is "user.id".
    const isInNamed = holder !== undefined && parameter?.startsWith(holder) === true;
    // The {story_gid} of stories is their own "gid", not that of another story in them.
    if (isInNamed && candidates.has(name) && foldedName(parameter) === noun + folded) return [];
    if (isInNamed) common.push([`{${parameter}} is named after "${holder}"`, 1]);
    if (holder !== undefined && !isInNamed) common.push(["it is in an object of metadata", 1.6]);
    // The server makes the number, beside which a slug is another name.
    if (
      idsNames.test(holder ?? "") &&
      hasNumberType(readSchemas(path).flatMap((schema) => listJsonTypes(contract, schema)))
    )
      common.push(["it is a number among ids", 1.5]);
    const named = matchParameter(name);
    const isOwnId = folded.endsWith(`${noun}id`) || folded.endsWith(`${noun}uuid`);
    if (isOwnId && (named?.[1] ?? 0) < 1) common.push([`it is the id of a "${noun}"`, 1.5]);
    if (named) return [...common, named];
    if (parameter === undefined) return common;
    // A client names a thing by its code or slug, where the path does, and not by an id of the server.
    if (isNamedAfter(collection, parameter) || !chosenKeys.test(parameter)) return common;
    if (chosenKeys.test(name)) return [...common, [`"${name}" is a name like {${parameter}}`, 0.8]];
    if (madeKeys.test(name)) return [...common, [`{${parameter}} is not named like an id`, -0.5]];
    return common;
  }

  /** True for a member that the description names, and that is no key of an item above. */
  function isNamedAsKey(name: string): boolean {
    return described.isNamed(name, noun) && parents.every((parent) => foldedName(parent) !== foldedName(name));
  }

  function byDescription(name: string): Reason[] {
    if (isNamedAsKey(name)) return [["the description names it", described.weightOf(name, noun)]];
    if (!described.isNoId) return [];
    const weight = described.weightOf(name, noun);
    if (weight === 0) {
      if (madeKeys.test(name)) return [["the description says that it is no id", -1]];
      return [];
    }
    return [["the description says so", weight], ...(sentNames.has(name) ? [["clients choose it", 0.5] as const] : [])];
  }

  function readSchemas(path: string): readonly JsonSchema[] {
    return items.flatMap((item) => findPathSchemas(contract, item, path));
  }

  function byType(path: string): Reason[] {
    const known = parameterTypes.filter((type) => type !== "null");
    const schemas = readSchemas(path);
    if (known.length === 0 || schemas.length === 0) return [];
    const types = schemas.flatMap((schema) => listJsonTypes(contract, schema));
    const formats = readFormats(contract, schemas);
    // An id in the form of a UUID is no text of another form.
    if (
      parameterFormats.includes("uuid") &&
      known.includes("string") &&
      !formats.includes("uuid") &&
      types.includes("string")
    )
      return [["its form is not that of the path", -2]];
    const agrees =
      (known.includes("string") && types.includes("string")) || (hasNumberType(known) && hasNumberType(types));
    if (agrees) return [["it has the type of the path parameter", 0.4]];
    // A number is a text in a path as well. A text of the client cannot be a number in the path.
    if (known.includes("string") && hasNumberType(types)) return [["it is a number, the path a text", 0]];
    return [["its type is not that of the path", sentNames.has(path) ? -10 : -1]];
  }
}

/** Returns how well the name of a member matches that of the parameter. */
function matchName(name: string, asked: string, collection: string): Reason | undefined {
  const folded = foldedName(name);
  const noun = foldedName(singular(collection));
  const reason = `it is named like {${asked}}`;
  const whole = foldedName(asked);
  if (name === asked) return [reason, 4.5];
  if (folded === whole) return [reason, 4.2];
  // "/promotion_codes/{promotion_code}" says nothing about the name of the key.
  if (isNamedAfter(collection, asked)) return undefined;
  if (whole.endsWith(folded) && isWordEnd(asked, name)) {
    // The {contact_source_id} of a contact is its `source_id`, and not its `id`.
    const ofNoun = splitWords(name).length > 1 ? 3.6 : 2;
    return [reason, whole === noun + folded ? ofNoun : 1.8];
  }
  if (folded.endsWith(whole) && isWordEnd(name, asked)) {
    const rest = folded.slice(0, -whole.length);
    // "recipient_code" of "/transferrecipients/{code}".
    const isOwn = (rest.length > 3 && noun.endsWith(rest)) || rest === noun || isAbbreviation(rest, collection);
    return [reason, isOwn ? 1.6 : 0.3];
  }
  // `source_id` of {source}.
  if (folded === `${whole}id` && whole !== noun && isWordEnd(name, "id")) return [reason, 1.6];
  const isEnd = whole.endsWith(folded) && splitWords(asked).length === 1;
  if (folded === `${noun}${whole}` || isEnd) return [reason, 0.5];
  return undefined;
}

/** True for "/promotion_codes" and "promotion_code". */
function isNamedAfter(collection: string, parameter: string): boolean {
  return foldedName(collection.slice(collection.lastIndexOf("/"))).startsWith(foldedName(parameter));
}

function readFormats(contract: Contract, schemas: readonly JsonSchema[]): readonly string[] {
  const parts = schemas.flatMap((schema) => listSchemaParts(contract, schema));
  return parts.flatMap(({ format }) => (typeof format === "string" ? [format] : []));
}

/** Paths of members that can identify an item: at its top, or in metadata or an object named like the parameter. */
function listKeyCandidates(
  contract: Contract,
  items: readonly JsonSchema[],
  parameter: string | undefined,
): Set<string> {
  const paths = new Set<string>();
  for (const item of items) {
    for (const name of listPropertyNames(contract, item)) {
      const member: JsonSchema = { allOf: listMemberSchemas(contract, item, name) };
      if (holdsKey(contract, member)) paths.add(name);
      const holdsIds = idsNames.test(name);
      const mayHoldKey = holdsIds || metadataNames.test(name) || (name !== "" && parameter?.startsWith(name) === true);
      if (!mayHoldKey || name.includes(".") || !holdsObject(contract, member)) continue;
      for (const inner of listPropertyNames(contract, member)) {
        const schema: JsonSchema = { allOf: listMemberSchemas(contract, member, inner) };
        const isKey = holdsIds || usualKeys.some(([form]) => form.test(inner));
        if (isKey && holdsKey(contract, schema)) paths.add(`${name}.${inner}`);
      }
    }
  }
  return paths;
}

function findPathSchemas(contract: Contract, item: JsonSchema, path: string): readonly JsonSchema[] {
  return schemasAtPath(contract, item, splitPropertyPath(contract, item, path));
}

function hasNumberType(types: readonly string[]): boolean {
  return types.includes("integer") || types.includes("number");
}

function isRequiredMember(contract: Contract, item: JsonSchema, path: string): boolean {
  return listSchemaParts(contract, item).some(
    (part) => Array.isArray(part["required"]) && part["required"].includes(path),
  );
}

/** True if a name ends with the words of another: "issue_number" with "number", not "paid" with "id". */
function isWordEnd(name: string, end: string): boolean {
  const words = splitWords(name);
  const tail = splitWords(end);
  return tail.length < words.length && words.slice(-tail.length).join("") === tail.join("");
}

/** True for the first letters of a word in each part of a path: "ou" of "/orgunits" or "/org-units". */
function isAbbreviation(letters: string, collection: string): boolean {
  const last = foldedName(collection.slice(collection.lastIndexOf("/")));
  if (letters.length < 2 || letters[0] !== last[0]) return false;
  let place = 0;
  for (const letter of letters) {
    place = last.indexOf(letter, place) + 1;
    if (place === 0) return false;
  }
  return true;
}
