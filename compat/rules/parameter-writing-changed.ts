import { isJson } from "../../contracts/index.ts";
import { rule } from "./support/rule.ts";
import type { ParameterNode } from "../pairing/nodes/subjects.ts";
import { quote } from "../model/wording.ts";

const isPlainWriting = ({ writing, in: place }: ParameterNode): boolean => writing === place;
const isUsual = ({ writing }: ParameterNode): boolean => /^(form|simple)\b/.test(writing);

export const parameterWritingChanged = rule({
  id: "parameter-writing-changed",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  proof: "rewritten-text",
  concern: "constraint",
  mirror: "parameter-writing-changed",
  why: "Consumers serialize and parse the parameter as the earlier contract describes.",
  compare(base, revision, report) {
    if (base.writing === revision.writing) return;
    // A scalar value is written the same way, even if the parameter may also have a list.
    if (
      isPlainWriting(base) !== isPlainWriting(revision) &&
      [base, revision].every((one) => isPlainWriting(one) || isUsual(one))
    )
      return;
    const isTextParameter = (one: ParameterNode): boolean =>
      one.isAlikeInJson && (isPlainWriting(one) || isJson(one.writing));
    if (isTextParameter(base) && isTextParameter(revision)) return;
    report({
      message: `Parameter ${quote(base.name)} (${base.in}) is written in another style`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: base.writing,
      after: revision.writing,
      values: [base.writing, revision.writing],
      effect: "neither",
      byName: true,
    });
  },
});
