import type { Contract, Operation } from "../../model/contract.ts";
import type { JsonObject, JsonSchema } from "../../model/json.ts";
import { oncePer } from "../../model/once-per.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { membersOf, partsOf, propertyNamesOf, typesOf } from "../../schema/schema.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { idempotencyKeysOf } from "../idempotency-keys.ts";
import { resourcesIn } from "../resources.ts";
import { rolesOf } from "../roles.ts";
import { sentSchemaIn } from "../steps.ts";
import { saysUpsert } from "../upsert.ts";

/** Words of a 409 that says only that there is a conflict. */
const bareWords =
  /^(409|http|code|error|response|conflict(s|ing)?|a|an|the|is|there|in|with|request|resource|occurred)$/i;

/** Last words of the names of texts that name an item, so that no two items have the same. */
const namingWords = /(^|[a-z_-])(name|nick|login|handle|slug|alias|label|tag|domain|host|sku|identifier)$/i;

/** Names of people, of which several have the same one, and the texts that tell them apart. */
const peopleNouns =
  /(people|person|customer|client|contact|patient|employee|worker|driver|guest|visitor|child|student|teacher|lead|pet|animal)$/i;
const accountWords = /(user_?name|nick(_?name)?|login|handle|slug|alias|identifier)$/i;

/** Nouns of the items that belong to one address of mail. */
const accountNouns = /(user|account|member|membership|subscriber|admin|invitation|invite)$/i;

/** Nouns of free texts, two of which can be the same. */
const textNouns = /(comment|message|note|review|question|answer|reply|post|text|quote|feedback|task|todo|reason)$/i;

/** Names of keys that a client may choose: a conflict can be about them. */
const chosenKeys =
  /^(_?id|uid|uuid|guid|slug|key|handle|alias|code)$|(external|client|custom|reference|foreign).*(id|key)$/i;

/** Names of references: a text may be unique among the items with the same one. */
const referenceNames = /_(id|uuid)$|[a-z](Id|ID|Uuid|UUID)$|^parent/;

/**
 * The member of a new item that no other item has, if a create documents a conflict, says nothing of it, and nothing else
 * of its request can conflict: `name` of the tags of "POST /tags". It is the only text that a request must have.
 */
export function findConflictingText(contract: Contract, operation: Operation): string | undefined {
  const role = rolesOf(contract).get(operation);
  const body = resourcesIn(contract).bodies.requestSchema(operation);
  if (role?.kind !== "create" || operation.method !== "POST" || body === undefined) return undefined;
  if (!saysBareConflict(contract, operation) || saysUpsert(contract, operation)) return undefined;
  const { parameters, members } = idempotencyKeysOf(contract, operation);
  if (parameters.length > 0 || members.length > 0) return undefined;
  const item = sentSchemaIn(contract, body, role);
  const [text, other] = requiredNames(contract, item).filter((name) => isText(contract, item, name));
  if (text === undefined || other !== undefined) return undefined;
  const mayConflict = (name: string): boolean => name !== text && (chosenKeys.test(name) || referenceNames.test(name));
  const writable = [...propertyNamesOf(contract, item)].filter((name) => !isReadOnly(contract, item, name));
  const isFree = !readParts(contract, item, text).some((part) => "enum" in part || "const" in part);
  return isFree && namesOneItem(text, singular(role.collection)) && !writable.some(mayConflict) ? text : undefined;
}

/** True for a text that only one item with a noun has. */
function namesOneItem(text: string, noun: string): boolean {
  if (foldedName(text) === foldedName(noun)) return !textNouns.test(noun);
  if (/^e?mail(_?address)?$/i.test(text)) return accountNouns.test(noun);
  return namingWords.test(text) && (accountWords.test(text) || !peopleNouns.test(noun));
}

/** True for an operation with a 409 that says only "Conflict", with no other word of it, if no read has one. */
export function saysBareConflict(contract: Contract, { responses, pointer, summary }: Operation): boolean {
  const { document } = contract;
  const conflict = responses.find(({ status }) => status === "409");
  if (!conflict || readsConflict(contract)) return false;
  const sibling = valueAt(document, join(pointer, "responses", "409", "description"));
  const said = [conflict.description ?? "", typeof sibling === "string" ? sibling : ""];
  const about = `${summary} ${String(valueAt(document, join(pointer, "description")) ?? "")}`;
  const words = said
    .join(" ")
    .split(/\W+/)
    .filter((word) => word !== "");
  return words.every((word) => bareWords.test(word)) && !/\b409\b|conflict|idempoten/i.test(about);
}

/** True for a contract that lists the same responses for all operations. */
const readsConflict: (contract: Contract) => boolean = oncePer(({ operations }) =>
  operations.some(({ safe, responses }) => safe && responses.some(({ status }) => status === "409")),
);

function requiredNames(contract: Contract, item: JsonSchema): readonly string[] {
  return [...new Set(partsOf(contract, item).flatMap((part) => (part["required"] ?? []) as readonly string[]))];
}

/** True for a member that may be a text, also one of a choice, or a time. */
function isText(contract: Contract, item: JsonSchema, name: string): boolean {
  return (
    !isReadOnly(contract, item, name) &&
    typesOf(contract, { allOf: membersOf(contract, item, name) }).includes("string")
  );
}

function isReadOnly(contract: Contract, item: JsonSchema, name: string): boolean {
  return readParts(contract, item, name).some((part) => part["readOnly"] === true);
}

function readParts(contract: Contract, item: JsonSchema, name: string): readonly JsonObject[] {
  return membersOf(contract, item, name).flatMap((member) => partsOf(contract, member));
}
