import { quote } from "../model/wording.ts";
import type { ParameterNode, PartNode, Subjects } from "../pairing/nodes/subjects.ts";
import { type AnyRule, type Rule, rule } from "./support/rule.ts";

type Ids = Record<"allowed" | "refused", string>;

/** Rules for reserved characters of URLs without percent-encoding, in a query or a form (`allowReserved`). */
export const reservedCharacterRules: readonly AnyRule[] = [
  ...createReservedRules(
    "parameter",
    { allowed: "parameter-reserved-allowed", refused: "parameter-reserved-refused" },
    ({ name }: ParameterNode) => `Parameter ${quote(name)} (query)`,
  ),
  ...createReservedRules(
    "part",
    { allowed: "part-reserved-allowed", refused: "part-reserved-refused" },
    ({ name }: PartNode) => `Property ${quote(name)} of the form`,
  ),
];

function createReservedRules<const On extends "parameter" | "part">(
  on: On,
  ids: Ids,
  nameOfPart: (node: Subjects[On]) => string,
): readonly Rule<On>[] {
  return [createReservedRule(on, ids, nameOfPart, true), createReservedRule(on, ids, nameOfPart, false)];
}

function createReservedRule<const On extends "parameter" | "part">(
  on: On,
  ids: Ids,
  nameOfPart: (node: Subjects[On]) => string,
  isAllowed: boolean,
): Rule<On> {
  return rule<On>({
    id: isAllowed ? ids.allowed : ids.refused,
    on,
    kind: "changed",
    verdict: "breaking",
    principle: isAllowed ? "addition" : "restriction",
    ...(!isAllowed && { proof: "reserved-characters" }),
    concern: "constraint",
    mirror: isAllowed ? ids.refused : ids.allowed,
    why: isAllowed
      ? "Encoded values stay valid. A receiver may not expect reserved characters without percent-encoding."
      : "Consumers send reserved characters without percent-encoding, and the provider would read another value.",
    compare: (base, revision, report) => {
      // `allowsReserved` is undefined for a part whose text cannot contain reserved characters.
      if (base.allowsReserved !== !isAllowed || revision.allowsReserved !== isAllowed) return;
      report({
        message: `${nameOfPart(base)} can ${isAllowed ? "" : "no longer "}have reserved characters without percent-encoding`,
        step: base.step,
        base: base.pointer,
        revision: revision.pointer,
        before: !isAllowed,
        after: isAllowed,
        effect: isAllowed ? "grew" : "shrank",
        byName: true,
      });
    },
  });
}
