import type { Contract, Operation } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import { valueAt } from "../../model/pointer.ts";
import { listMemberSchemas, listSchemaParts } from "../../schema/schema.ts";
import { splitSentences } from "../../text/sentences.ts";

const fixedWords =
  /\b(?:cannot|can not|can't|can no longer|may not|must not|never|not) (?:be )?(?:\w+ )?(?:chang|updat|renam|modif|edit)|\b(?:immutable|read.?only|ignored)\b|\b(?:on|at|during|upon) creation\b|\bmust (?:match|equal|be the same)\b/i;

/** True if a description of a member, or a sentence about the operation that names it, says that it stays as it is. */
export function saysFixed(
  contract: Contract,
  { pointer, summary }: Operation,
  { name, schemas }: { readonly name: string; readonly schemas: readonly JsonSchema[] },
): boolean {
  const described = schemas
    .flatMap((schema) => listMemberSchemas(contract, schema, name))
    .flatMap((member) => listSchemaParts(contract, member))
    .map(({ description }) => description);
  const isNamed = new RegExp(`(?<![\\w-])${name.replaceAll(/\W/g, "\\$&")}(?![\\w-])`, "i");
  const sentences = [summary, valueAt(contract.document, `${pointer}/description`)]
    .flatMap((text) => (typeof text === "string" ? splitSentences(text) : []))
    .filter((sentence) => isNamed.test(sentence));
  return [...described, ...sentences].some((text) => typeof text === "string" && fixedWords.test(text));
}
