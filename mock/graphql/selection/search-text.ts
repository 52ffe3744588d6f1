import { type Json, foldedName } from "../../../contracts/index.ts";
import { readOperator } from "./comparison.ts";
import { fieldNamed, readTypeFields } from "../fields.ts";
import { graphql } from "../library.ts";
import type { CompositeType, GraphqlObject } from "../query-objects.ts";
import type { QueryContext } from "../relations.ts";

const { getNamedType, isEnumType, isLeafType } = graphql;

const termForm = /(?:([\w.]+):)?(>=|<=|>|<)?("[^"]*"|'[^']*'|[^\s"']+)/g;
const bounds: Readonly<Record<string, string>> = { ">": "gt", ">=": "gte", "<": "lt", "<=": "lte" };

type Test = (object: GraphqlObject) => boolean;

/** Compiles a search text such as `lamp`, `title:lamp status:active` or `price:>5`. Undefined if a term is not understood. */
export function compileSearch(type: CompositeType, text: string, context: QueryContext): Test | undefined {
  if (/(^|\s)(OR|NOT|-\w)/.test(text)) return undefined;
  const terms = [...text.replaceAll(/\sAND\s/g, " ").matchAll(termForm)].map(([, name, bound = "", word = ""]) =>
    compileTerm(type, { name, bound, word: word.replaceAll(/^["']|["']$/g, "") }, context),
  );
  if (!terms.every((term) => term !== undefined)) return undefined;
  return (object) => terms.every((term) => term(object));
}

interface Term {
  readonly name: string | undefined;
  readonly bound: string;
  readonly word: string;
}

function compileTerm(type: CompositeType, { name, bound, word }: Term, context: QueryContext): Test | undefined {
  const leaves = Object.values(readTypeFields(type)).filter((field) => isLeafType(getNamedType(field.type)));
  const readLeaf = (object: GraphqlObject, field: string): Json => context.objects.leafValue(object, field);
  if (name === undefined) return (object) => leaves.some((field) => hasWord(readLeaf(object, field.name), word));
  const field = fieldNamed(type, foldedName(name)) ?? fieldNamed(type, `${foldedName(name)}s`);
  const leaf = leaves.find((each) => each.name === field);
  if (!leaf) return undefined;
  const compare = readOperator(bounds[bound] ?? "eqIgnoreCase");
  const isText = bound === "" && getNamedType(leaf.type).name === "String" && !isEnumType(getNamedType(leaf.type));
  if (isText) return (object) => hasWord(readLeaf(object, leaf.name), word);
  return (
    compare &&
    ((object) => compare(readLeaf(object, leaf.name), word === "true" || word === "false" ? word === "true" : word))
  );
}

/** True for a text or a list with a word. A word that ends with "*" is the start of one. */
function hasWord(value: Json, word: string): boolean {
  if (Array.isArray(value)) return value.some((each: Json) => hasWord(each, word));
  return typeof value === "string" && value.toLowerCase().includes(word.toLowerCase().replace(/\*$/, ""));
}
