import { constraints, isConstraint } from "../schema/keywords/index.ts";
import { comparedKinds, memberForms } from "../schema/member-forms.ts";
import { editDistance } from "../text/nearest.ts";
import type { NodeKind } from "../schema/document-tree.ts";

/** Members that OpenAPI 3.0 and 3.1 define. */
const definedMembers: Partial<Record<NodeKind, ReadonlySet<string>>> = Object.fromEntries(
  comparedKinds.map((kind) => [kind, new Set(Object.keys(memberForms[kind]))]),
);

/** Schema keywords that only describe or refer, without a constraint. */
const annotationKeywords = wordSet(
  "title description default deprecated readOnly writeOnly example examples $comment discriminator xml externalDocs nullable " +
    "contentEncoding contentMediaType contentSchema $schema $id $anchor $dynamicAnchor $dynamicRef $vocabulary minContains",
);

/** Constraint keywords of other JSON Schema drafts that 2020-12 does not define. */
const otherDrafts = wordSet("additionalItems dependencies disallow divisibleBy extends $recursiveRef");

/** Members without effect on requests and responses, even where no version defines them. */
const descriptiveMembers = wordSet(
  "description summary title name id example examples externalDocs tags default deprecated",
);

/** Members of later OpenAPI versions that affect requests or responses. */
const laterMembers = wordSet("itemSchema itemEncoding prefixEncoding query additionalOperations $self");

const everyMember = new Set(Object.values(definedMembers).flatMap((names) => [...names]));

/**
 * Returns true for an undefined member that may change what is sent or received. It belongs to another kind of object or
 * to another version, or looks like a misspelled name. Other undefined members are comments of the authors.
 */
export function isUnreadMember(name: string, kind: NodeKind): boolean {
  // A `$ref` that remains after bundling is not unread, because the comparison follows it.
  if (name.startsWith("x-") || name === "$ref") return false;
  if (kind === "schema") return isUnreadKeyword(name);
  const definedHere = definedMembers[kind];
  if (!definedHere || definedHere.has(name)) return false;
  // Any other member of a path item may be an attempt to declare an operation.
  if (kind === "pathItem") return !descriptiveMembers.has(name);
  if (descriptiveMembers.has(name)) return false;
  if (kind === "document") return isMisspelled(name, ["paths", "webhooks", "components", "security", "servers"]);
  return everyMember.has(name) || laterMembers.has(name) || isConstraint(name) || isMisspelled(name, [...definedHere]);
}

function isUnreadKeyword(name: string): boolean {
  if (isConstraint(name) || annotationKeywords.has(name)) return false;
  return otherDrafts.has(name) || isMisspelled(name, constraints);
}

/** Returns the defined names of a kind of object, as suggestions for a misspelled name. */
export function definedNames(kind: NodeKind): readonly string[] {
  if (kind === "schema") return constraints;
  return [...(definedMembers[kind] ?? [])];
}

/** Returns true if a word equals a name apart from case and hyphens, or differs by one or two letters. */
function isMisspelled(word: string, names: readonly string[]): boolean {
  const normalized = normalizedWord(word);
  const maxEdits = normalized.length >= 7 ? 2 : normalized.length >= 4 ? 1 : 0;
  return names.some((name) => {
    const other = normalizedWord(name);
    if (other === normalized) return true;
    return (
      other.length > 3 &&
      Math.abs(other.length - normalized.length) <= maxEdits &&
      editDistance(normalized, other) <= maxEdits
    );
  });
}

function normalizedWord(word: string): string {
  return word.toLowerCase().replaceAll(/[-_$]/g, "");
}

function wordSet(names: string): ReadonlySet<string> {
  return new Set(names.split(" "));
}
