import { type Contract, type Json, tokensOf, validatorOf, valueAt } from "../../contracts/index.ts";
import { withValueAt } from "../../contracts/generate/index.ts";
import { originalsIn } from "./new-values.ts";

/**
 * What a request means that sends back values of `unknown-enum`: those that they stood for. A consumer that reads,
 * changes and writes passes on what it does not know (§9.6), and the platform knows its own values.
 */
export function meantIn(contract: Contract, pointer: string, sent: Json, seed: string): Json {
  const validate = validatorOf(contract, pointer, "request");
  const unlisted = (value: Json): readonly string[] =>
    validate(value).flatMap((violation) => (violation.keyword === "enum" ? [violation.pointer] : []));
  const meant = unlisted(sent).reduce<Json>((made, at) => {
    const originals = originalsIn(contract, seed).get(valueAt(made, at) as Json) ?? [];
    const changed = originals.map((original) => withValueAt(made, tokensOf(at), () => original));
    return changed.find((each) => !unlisted(each).includes(at)) ?? made;
  }, sent);
  // One that is known may show others: of the alternative that it decides on.
  return meant === sent ? sent : meantIn(contract, pointer, meant, seed);
}
