import { type Contract, type Json, splitPointer, validatorOf, valueAt } from "../../../contracts/index.ts";
import { withValueAt } from "../../../contracts/generate/index.ts";
import { findOriginals } from "./new-values.ts";

/**
 * Restores the enum values that `unknown-enum` had replaced in earlier responses. A consumer that reads, changes and
 * writes an item sends unknown values back, and the platform knows its own values.
 */
export function restoreOriginalValues(contract: Contract, pointer: string, sent: Json, seed: string): Json {
  const validate = validatorOf(contract, pointer, "request");
  const unlisted = (value: Json): readonly string[] =>
    validate(value).flatMap((violation) => (violation.keyword === "enum" ? [violation.pointer] : []));
  const restored = unlisted(sent).reduce<Json>((made, at) => {
    const originals = findOriginals(contract, seed).get(valueAt(made, at) as Json) ?? [];
    const candidates = originals.map((original) => withValueAt(made, splitPointer(at), () => original));
    return candidates.find((each) => !unlisted(each).includes(at)) ?? made;
  }, sent);
  // A restored discriminator selects another branch, and with it other enums.
  if (restored === sent) return sent;
  return restoreOriginalValues(contract, pointer, restored, seed);
}
