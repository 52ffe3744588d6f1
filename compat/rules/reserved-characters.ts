import { quoted } from "../model/wording.ts";
import type { ParameterNode, PartNode, Subjects } from "../pairing/nodes/subjects.ts";
import { type AnyRule, type Rule, rule } from "./support/rule.ts";

/** Rules for reserved characters of URLs without percent-encoding, in a query or a form (`allowReserved`). */
export const reservedCharacterRules: readonly AnyRule[] = [
  ...rulesFor("parameter", ({ name }: ParameterNode) => `Parameter ${quoted(name)} (query)`),
  ...rulesFor("part", ({ name }: PartNode) => `Property ${quoted(name)} of the form`),
];

function rulesFor<const On extends "parameter" | "part">(
  on: On,
  nameOfPart: (node: Subjects[On]) => string,
): readonly Rule<On>[] {
  return [ruleFor(on, nameOfPart, true), ruleFor(on, nameOfPart, false)];
}

function ruleFor<const On extends "parameter" | "part">(
  on: On,
  nameOfPart: (node: Subjects[On]) => string,
  isAllowed: boolean,
): Rule<On> {
  const [now, before] = isAllowed ? ["allowed", "refused"] : ["refused", "allowed"];
  return rule<On>({
    id: `${on}-reserved-${now}`,
    on,
    kind: "changed",
    verdict: "breaking",
    principle: isAllowed ? "addition" : "restriction",
    ...(!isAllowed && { proof: "reserved-characters" }),
    concern: "constraint",
    mirror: `${on}-reserved-${before}`,
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
