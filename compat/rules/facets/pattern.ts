import {
  type Json,
  type JsonSchema,
  type TextBeyond,
  isPatternLiteral,
  textBeyondPattern,
} from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { computeTextLanguage } from "../../schema/bounds/text-language.ts";
import { sidesAcceptingType } from "./bound.ts";

const undecided =
  "Not decided: a pattern is not regular, or the comparison of the patterns would take too many steps. No value was found that shows a difference";

const literal = "JSON Schema reads the slashes around a pattern as characters, and some validators do not";

const hidden = "The patterns differ, but no text was found that shows it beside the other keywords";

/** A pattern that refuses some texts of the other side, or may do so. */
interface Refusal {
  readonly keyword: KeywordValue;
  readonly beyond: Exclude<TextBeyond, "none">;
}

/** `pattern`: decided by all texts that both sides accept, including their lengths. */
export const pattern: Facet = {
  name: '"pattern"',
  compare(base, revision) {
    const taken = sidesAcceptingType("string", base, revision);
    if (taken === "one") return [];
    const [lost, gained] = [refusalBy(revision, base), refusalBy(base, revision)];
    if (!lost && !gained) return [];
    const isUndecided = lost?.beyond === "undecided" || gained?.beyond === "undecided";
    const [before, after] = [gained?.keyword ?? listPatterns(base)[0], lost?.keyword ?? listPatterns(revision)[0]];
    const isLiteral = !isUndecided && [before, after].some((one) => isPatternLiteral(String(one?.value)));
    const difference: Difference = {
      effect: chooseEffect(lost, gained),
      ...(before && after && { isChange: true }),
      taken,
      before,
      after,
      isUncompared: true,
      note: isUndecided ? undecided : isLiteral ? literal : hidden,
      ...(isLiteral && { unproven: literal }),
    };
    return [
      {
        ...difference,
        ...(lost && { lost: createTextSchema(lost) }),
        ...(gained && { gained: createTextSchema(gained) }),
      },
    ];
  },
};

function chooseEffect(lost: Refusal | undefined, gained: Refusal | undefined): Difference["effect"] {
  if (lost && gained) return "neither";
  return lost ? "shrank" : "grew";
}

/** A pattern of one node that refuses texts of another. A decided refusal comes before an undecided one. */
function refusalBy(refusing: SchemaNode, accepting: SchemaNode): Refusal | undefined {
  const language = computeTextLanguage(accepting);
  let found: Refusal | undefined;
  for (const keyword of listPatterns(refusing)) {
    const beyond = textBeyondPattern(language, keyword.value as string);
    if (typeof beyond === "object") return { keyword, beyond };
    if (beyond === "undecided") found ??= { keyword, beyond };
  }
  return found;
}

function listPatterns(node: SchemaNode): readonly KeywordValue[] {
  return node.all("pattern").filter(({ value }) => typeof value === "string");
}

function createTextSchema({ keyword, beyond }: Refusal): JsonSchema {
  const others = { type: "string", not: { pattern: keyword.value } } satisfies Json;
  if (beyond === "undecided") return others;
  return { anyOf: [{ const: beyond.text }, others] };
}
