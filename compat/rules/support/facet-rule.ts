import { steady } from "../../schema/equality/steady.ts";
import { textOf } from "../../schema/equality/json-text.ts";
import type { JsonSchema } from "../../../contracts/index.ts";
import type { Concern, Effect } from "../../verdicts/effects.ts";
import { type OasdiffId, type Rule, rule } from "./rule.ts";
import type { RuleTraits } from "./traits.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { quoted } from "../../model/wording.ts";

/** What two schemas say differently by one keyword. */
export interface Difference {
  readonly effect: Effect;
  /** As a message names what it is about, where a facet is for several keywords. */
  readonly name?: string;
  /** Whether it is told as a change although its effect is known: what is said is still said, of another schema. */
  readonly isChange?: true;
  /** Where it is about something else than the rule is. */
  readonly concern?: Concern;
  /** Which sides take values of the type that the keyword is for; both where it is not said. */
  readonly taken?: "both" | "neither";
  /** What the base says, and the revision: nothing where a side does not say it. */
  readonly before?: KeywordValue | undefined;
  readonly after?: KeywordValue | undefined;
  /** Schemas of what the base alone accepts, and of what the revision alone accepts. */
  readonly lost?: JsonSchema;
  readonly gained?: JsonSchema;
  /** Of a limit whose number stayed: whether the number itself is taken now. */
  readonly became?: "inclusive" | "exclusive" | undefined;
  /** Whether the comparison that found the effect ended at a limit. */
  readonly isUncompared?: boolean;
  /** What the reader of the verdict should know, where no validator tells of it. */
  readonly note?: string;
}

/** One thing that schemas may say of a value. */
export interface Facet {
  /** As a message names it: `"maxLength"`. */
  readonly name: string;
  compare(base: SchemaNode, revision: SchemaNode): readonly Difference[];
}

interface FacetRule {
  readonly id: string;
  readonly facet: Facet;
  /** The effects that this rule tells of; those with the others are its mirror's. */
  readonly effects: readonly Effect[];
  readonly mirror: string;
  readonly concern?: Concern;
  readonly oasdiff?: OasdiffId;
  readonly entryKind?: RuleTraits["entryKind"];
  readonly why: string;
}

/** A rule on what two schemas say by one keyword: its verdict follows from what that does to the accepted values. */
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
        const { effect, taken, before, after, lost, gained, concern: own, note, isUncompared } = difference;
        report({
          message: messageOf(difference.name ?? facet.name, difference),
          base: before?.at ?? base.pointer,
          revision: after?.at ?? revision.pointer,
          values: [steady(before?.value ?? null), steady(after?.value ?? null)],
          effect,
          ...(own && { concern: own }),
          ...(isUncompared && { isUncompared }),
          ...(before && { before: before.value }),
          ...(after && { after: after.value }),
          ...(taken === "neither"
            ? {
                byName: "unshown",
                note: "No value of the declared type shows it: the words decide, in case the type is the mistake",
              }
            : {
                ...(lost !== undefined && isWhole(lost) && { lost }),
                ...(gained !== undefined && isWhole(gained) && { gained }),
                ...(note !== undefined && { note }),
              }),
        });
      }
    },
  });
}

/** Whether a schema refers to nothing: it may have been made of what the other document says. */
function isWhole(schema: JsonSchema): boolean {
  return !JSON.stringify(schema).includes('"$ref":');
}

function messageOf(name: string, { before, after, became }: Difference): (part: string) => string {
  if (before && became) {
    const number = quoted(before.value);
    const now = became === "inclusive" ? "allowed now" : "no longer allowed";
    return (part) => `${name} ${number} of ${part} became ${became}: ${number} itself is ${now}`;
  }
  if (before && after && textOf(before.value) === textOf(after.value))
    return (part) => `What ${name} ${quoted(before.value)} of ${part} refers to changed`;
  if (before && after)
    return (part) => `${name} of ${part} changed from ${quoted(before.value)} to ${quoted(after.value)}`;
  return after
    ? (part) => `${name} ${quoted(after.value)} was added to ${part}`
    : (part) => `${name} ${quoted(before?.value ?? null)} was removed from ${part}`;
}
