import type { Both } from "../../model/pair.ts";
import { type Basis, createDebug } from "../../../contracts/index.ts";
import { principleCriterion } from "../../profile/criterion.ts";
import { judgeEffect } from "../../verdicts/effects.ts";
import { type Answer, type Settings, answerTo } from "../../verdicts/questions.ts";
import { type UsageNode, rootNode } from "../../model/usage-graph.ts";
import type { AnyRule, Found } from "./rule.ts";
import type { Polarity, Subjects } from "../../pairing/nodes/subjects.ts";

/** A difference that a rule found, its place in the walk, and the verdict of the policy. */
export interface Finding {
  readonly rule: AnyRule;
  readonly found: Found;
  readonly answer: Answer;
  readonly usage: UsageNode;
  readonly basis: Basis;
  /** Direction of the values; undefined for an operation as a whole. */
  readonly polarity?: Polarity;
  /** The pair that the rule judged. */
  readonly pair: Both<Subjects[keyof Subjects]>;
}

/** The pair of a finding; undefined if its rule judges other pairs. */
export function pairOn<On extends keyof Subjects>(on: On, { rule, pair }: Finding): Both<Subjects[On]> | undefined {
  if (rule.on === on) return pair as Both<Subjects[On]>;
  return undefined;
}

const debug = createDebug("compat");

/** Offers a pair to the rules that judge such pairs. */
export type Judge = <On extends keyof Subjects>(
  on: On,
  pair: Both<Subjects[On]>,
  where: Pick<Finding, "usage" | "basis" | "polarity">,
) => void;

/** Creates a function that offers pairs to the rules and collects their findings. */
export function createJudge(rules: readonly AnyRule[], settings: Settings, findings: Finding[]): Judge {
  const byKind = Map.groupBy(rules, (rule) => rule.on);
  return (on, pair, where) => {
    for (const rule of byKind.get(on) ?? []) {
      const compare = rule.compare as (one: unknown, other: unknown, report: (found: Found) => void) => void;
      compare(pair.base, pair.revision, (found) => {
        const usage = found.operation ? rootNode({ name: found.operation.name, isWebhook: false }) : where.usage;
        const basis = found.basis ?? found.operation?.basis ?? where.basis;
        const answer = answerFinding(rule, found, where.polarity);
        debug(() => `${rule.id}: ${answer.verdict}, base ${found.base ?? "-"}, revision ${found.revision ?? "-"}`);
        findings.push({ ...where, rule, found, answer, usage, basis, pair });
      });
    }
  };

  function answerFinding(rule: AnyRule, found: Found, polarity: Polarity | undefined): Answer {
    const { verdict = rule.verdict, principle, removesOperation, question, effect, concern = rule.concern } = found;
    if (question) return answerTo(question, settings);
    if (effect && concern && polarity) return judgeEffect({ concern, effect, polarity }, settings);
    // The removal of an operation is a restriction, even if a rule with another principle finds it.
    const own = removesOperation ? "restriction" : rule.principle;
    return { verdict, criterion: principleCriterion(principle ?? own) };
  }
}
