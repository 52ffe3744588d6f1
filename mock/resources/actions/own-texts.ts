import { foldedName, jsonOf, membersOf, partsOf, singular } from "../../../contracts/index.ts";
import type { ResourceContext } from "../resource-context.ts";
import { leadsToState } from "./effect.ts";

/** Members by which people know an item. */
const ownTexts = /^(name|title|label|summary|description)$/;
/** Verbs of actions that are about these texts. */
const textVerbs = /^(re)?(name|title|label|describe|edit|update|change|set|save|revise|correct)/i;
const newText = /\b(new|updated|changed)\b/;
/** The noun that a description ends a phrase with: "order" in "Title of the order." and not in "of the order version". */
const describedNoun =
  /\b(?:of|for) (?:the|this|an?|your) ([a-z]+)(?=$|[^a-z ]| (?:to|after|when|that|which|on|in|as|once|if|while)\b)/g;

/**
 * Names of members in the body of an action that say something of the action and not of its item: the `name` in
 * `POST /flows/{id}/activate` is that of what is activated, such as a version. Only an action that leads to a state has
 * such texts, and only where they are optional and not described as those of the item.
 */
export function findTextsBeside(context: ResourceContext): ReadonlySet<string> {
  const { contract, creator, operation, representations, role } = context;
  const schema = operation.body && jsonOf(operation.body.content)?.schema?.value;
  const word = /[^/:]+$/.exec(operation.path)?.[0] ?? "";
  if (schema === undefined || operation.method === "PATCH" || textVerbs.test(word)) return new Set();
  const sent = representations.writableProperties(operation);
  const made = creator ? [...representations.writableProperties(creator.operation)] : [];
  const isWholeItem = made.some((name) => !ownTexts.test(foldedName(name))) && made.every((name) => sent.has(name));
  if (isWholeItem || !leadsToState(context)) return new Set();
  const required = new Set(partsOf(contract, schema).flatMap((part) => [part["required"] ?? []].flat()));
  const noun = foldedName(singular(role.collection));
  const isBeside = (name: string): boolean =>
    ownTexts.test(foldedName(name)) && !required.has(name) && !descriptionsOf(name).some(isAboutItem);
  return new Set([...sent].filter(isBeside));

  function descriptionsOf(name: string): readonly string[] {
    const parts = membersOf(contract, schema ?? true, name).flatMap((member) => partsOf(contract, member));
    return parts.map((part) => String(part["description"] ?? "").toLowerCase());
  }

  function isAboutItem(description: string): boolean {
    const nouns = [...description.matchAll(describedNoun)].map(([, each = ""]) => foldedName(singular(each)));
    return newText.test(description) || nouns.includes(noun);
  }
}
