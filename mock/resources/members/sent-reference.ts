import {
  type JsonObject,
  type JsonSchema,
  findReference,
  membersOf,
  partsOf,
  resourcesIn,
  sentencesIn,
} from "../../../contracts/index.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Texts of a member that names another item than the new one. */
const otherTexts = /\b(repl(y|ies)|parent|existing|belongs? to|attach(ed)? to|child of)\b/i;
/** Words by which a sentence says that the key must be new. */
const newTexts = /\b(not|never|unique|refus\w*|reject\w*|conflicts?|fail\w*|errors?)\b/i;

/**
 * Compiles the member of a new item that refers to another one of its collection, which the request names as the path
 * names an item: `parent_id` for `comment_id`, if that is optional and the item has such a member, or a text says so.
 * Undefined if the request names the new item itself.
 */
export function createSentReference({ contract, operation, role, representations, shower }: ResourceContext) {
  const { sentKey, collection, idParameter = "id" } = role;
  const sent = resourcesIn(contract).bodies.requestSchema(operation);
  if (sentKey === undefined || sent === undefined || isRequired(sent, sentKey)) return undefined;
  const member = findReference(
    representations.propertyNames(shower.operation),
    { collection, idParameter },
    collection,
  );
  if (member === undefined && !namesOther(textOf(sent, sentKey))) return undefined;
  return (body: JsonObject): JsonObject => {
    const key = body[sentKey];
    return key === undefined || member === undefined || Object.hasOwn(body, member) ? {} : { [member]: key };
  };

  function namesOther(text: string): boolean {
    return sentencesIn(text).some((sentence) => otherTexts.test(sentence) && !newTexts.test(sentence));
  }

  function isRequired(schema: JsonSchema, name: string): boolean {
    return partsOf(contract, schema).some((part) => Array.isArray(part["required"]) && part["required"].includes(name));
  }

  function textOf(schema: JsonSchema, name: string): string {
    return membersOf(contract, schema, name)
      .flatMap((each) => partsOf(contract, each))
      .map((part) => String(part["description"] ?? ""))
      .join(" ");
  }
}
