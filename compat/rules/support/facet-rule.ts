import { inFixedOrder } from "../../schema/equality/in-fixed-order.ts";
import { toSortedJson } from "../../schema/equality/json-text.ts";
import type { JsonSchema } from "../../../contracts/index.ts";
import type { Concern, Effect } from "../../verdicts/effects.ts";
import type { QuestionId } from "../../verdicts/questions.ts";
import { type OasdiffId, type Rule, rule } from "./rule.ts";
import type { RuleTraits } from "./traits.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { quote } from "../../model/wording.ts";

/** A difference between two schemas in one facet. */
export interface Difference {
  readonly effect: Effect;
  /** Name in messages, if the facet covers several keywords. */
  readonly name?: string;
  /** True if both sides have the keyword, so that the rule for a changed keyword reports it. */
  readonly isChange?: true;
  /** Subject of the effect, if it is not that of the rule. */
  readonly concern?: Concern;
  /** Sides that accept values of the type that the keyword applies to; both if absent. */
  readonly taken?: "both" | "neither";
  /** The keyword in the base and in the revision; undefined on a side without it. */
  readonly before?: KeywordValue | undefined;
  readonly after?: KeywordValue | undefined;
  /** Schemas of values that only the base accepts, and that only the revision accepts. */
  readonly lost?: JsonSchema;
  readonly gained?: JsonSchema;
  /** New form of a limit whose number is unchanged: exclusive or inclusive. */
  readonly became?: "inclusive" | "exclusive" | undefined;
  /** Open question that decides, in place of the effect. */
  readonly question?: QuestionId;
  /** True if the comparison reached its limit of work, so that the effect is not certain. */
  readonly isUncompared?: boolean;
  /** Reason why the verdict stays although no validator shows the difference. */
  readonly unproven?: string;
  /** Note for readers of the verdict, if no validator shows the difference. */
  readonly note?: string;
}

/** An aspect of a schema that is compared by itself: a keyword, or a few that belong together. */
export interface Facet {
  /** Name in messages: `"maxLength"`. */
  readonly name: string;
  compare(base: SchemaNode, revision: SchemaNode): readonly Difference[];
}

interface FacetRule {
  readonly id: string;
  readonly facet: Facet;
  /** Effects that this rule reports; its mirror reports the others. */
  readonly effects: readonly Effect[];
  readonly mirror: string;
  readonly concern?: Concern;
  readonly oasdiff?: OasdiffId;
  readonly entryKind?: RuleTraits["entryKind"];
  readonly why: string;
}

/** Declares a rule on one facet: the verdict follows from the effect on the accepted values. */
export function facetRule({
  id,
  facet,
  effects,
  mirror,
  concern = "constraint",
  oasdiff,
  entryKind,
  why,
}: FacetRule): Rule<"schema"> {
  return rule({
    id,
    on: "schema",
    kind: "changed",
    verdict: "breaking",
    principle: "restriction",
    ...(entryKind && { entryKind }),
    concern,
    effects,
    ...(oasdiff !== undefined && { oasdiff }),
    mirror,
    why,
    compare(base, revision, report) {
      for (const difference of facet.compare(base, revision)) {
        if (!effects.includes(difference.isChange ? "neither" : difference.effect)) continue;
        const {
          effect,
          taken,
          before,
          after,
          lost,
          gained,
          concern: own,
          note,
          unproven,
          question,
          isUncompared,
        } = difference;
        report({
          message: createFacetMessage(difference.name ?? facet.name, difference),
          base: before?.at ?? base.pointer,
          revision: after?.at ?? revision.pointer,
          values: [inFixedOrder(before?.value ?? null), inFixedOrder(after?.value ?? null)],
          effect,
          ...(own && { concern: own }),
          ...(question && { question }),
          ...(isUncompared && { isUncompared }),
          ...(before && { before: before.value }),
          ...(after && { after: after.value }),
          ...(taken === "neither"
            ? {
                byName: "unshown",
                note: "No value of the declared type shows the change: the keyword decides, because the type may be the mistake",
              }
            : {
                ...(lost !== undefined && hasNoReferences(lost) && { lost }),
                ...(gained !== undefined && hasNoReferences(gained) && { gained }),
                ...(note !== undefined && { note }),
                ...(unproven !== undefined && { unproven }),
              }),
        });
      }
    },
  });
}

/** Checks that a schema has no references, which would be resolved in the wrong document. */
function hasNoReferences(schema: JsonSchema): boolean {
  return !JSON.stringify(schema).includes('"$ref":');
}

function createFacetMessage(name: string, { before, after, became }: Difference): (part: string) => string {
  if (before && became) {
    const number = quote(before.value);
    const now = became === "inclusive" ? "allowed now" : "no longer allowed";
    return (part) => `${name} ${number} of ${part} became ${became}: ${number} itself is ${now}`;
  }
  if (before && after && toSortedJson(before.value) === toSortedJson(after.value))
    return (part) => `The target of ${name} ${quote(before.value)} of ${part} changed`;
  if (before && after)
    return (part) => `${name} of ${part} changed from ${quote(before.value)} to ${quote(after.value)}`;
  if (after) return (part) => `${name} ${quote(after.value)} was added to ${part}`;
  return (part) => `${name} ${quote(before?.value ?? null)} was removed from ${part}`;
}
