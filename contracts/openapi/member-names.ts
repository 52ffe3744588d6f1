import { keywords } from "../schema/keywords.ts";
import { methods } from "../model/methods.ts";
import { editDistance } from "../text/nearest.ts";
import type { Kind } from "../model/shapes.ts";

/** Members that OpenAPI 3.0 and 3.1 define, of the objects that a comparison reads. */
const members: Partial<Record<Kind, ReadonlySet<string>>> = {
  document: setOf("openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs"),
  pathItem: setOf(`summary description servers parameters ${methods.join(" ")}`),
  operation: setOf(
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers",
  ),
  parameter: setOf(
    "name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content",
  ),
  header: setOf("description required deprecated style explode schema example examples content allowEmptyValue"),
  requestBody: setOf("description content required"),
  mediaType: setOf("schema example examples encoding"),
  encoding: setOf("contentType headers style explode allowReserved"),
  response: setOf("description headers content links"),
};

/** Schema keywords that constrain nothing, or that only refer. */
const annotations = setOf(
  "title description default deprecated readOnly writeOnly example examples $comment discriminator xml externalDocs nullable " +
    "contentEncoding contentMediaType contentSchema $schema $id $anchor $dynamicAnchor $dynamicRef $vocabulary minContains",
);

/** Keywords of other drafts of JSON Schema that constrain values, and that 2020-12 does not know. */
const otherDrafts = setOf("additionalItems dependencies disallow divisibleBy extends $recursiveRef");

/** Members that no version defines at that place, and that say nothing about requests and responses. */
const harmless = setOf("description summary title name id example examples externalDocs tags default deprecated");

/** Members that only later versions of OpenAPI define, and that decide what is sent. */
const later = setOf("itemSchema itemEncoding prefixEncoding query additionalOperations $self");

const constraints = Object.keys(keywords);
const everyMember = new Set(Object.values(members).flatMap((names) => [...names]));

/**
 * Whether a member that its object does not define may change what is sent or received: it belongs to another kind of
 * object or to another version, or looks like a misspelt one. All else, such as notes of the authors, says nothing.
 */
export function isUnreadMember(name: string, kind: Kind): boolean {
  // Where bundling leaves a reference, it is followed.
  if (name.startsWith("x-") || name === "$ref") return false;
  if (kind === "schema") return isUnreadKeyword(name);
  const known = members[kind];
  if (!known || known.has(name)) return false;
  // Every other member of a path item would be an operation.
  if (kind === "pathItem") return !harmless.has(name);
  if (harmless.has(name)) return false;
  if (kind === "document") return isMisspelt(name, ["paths", "webhooks", "components", "security", "servers"]);
  return everyMember.has(name) || later.has(name) || Object.hasOwn(keywords, name) || isMisspelt(name, [...known]);
}

function isUnreadKeyword(name: string): boolean {
  if (Object.hasOwn(keywords, name) || annotations.has(name)) return false;
  return otherDrafts.has(name) || isMisspelt(name, constraints);
}

/** The defined name that a misspelt one is closest to. */
export function definedNames(kind: Kind): readonly string[] {
  return kind === "schema" ? constraints : [...(members[kind] ?? [])];
}

/** Whether a word is one of others, but for its case, hyphens, or a letter or two. */
function isMisspelt(word: string, names: readonly string[]): boolean {
  const bare = bareOf(word);
  const most = bare.length >= 7 ? 2 : bare.length >= 4 ? 1 : 0;
  return names.some((name) => {
    const other = bareOf(name);
    if (other === bare) return true;
    return other.length > 3 && Math.abs(other.length - bare.length) <= most && editDistance(bare, other) <= most;
  });
}

function bareOf(word: string): string {
  return word.toLowerCase().replaceAll(/[-_$]/g, "");
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
