import { printableText } from "../../contracts/index.ts";
import type { Detail } from "../../formats/index.ts";
import { counted } from "../model/counted.ts";
import type { Case } from "./judgement.ts";

/** Cases of one cause. */
export interface CaseGroup {
  /** One line about all cases. */
  readonly headline: string;
  /** The first case has the smallest example. */
  readonly cases: readonly [Case, ...Case[]];
  /** Operations of the cases, each once. */
  readonly operations: readonly string[];
}

/** Cases grouped by their cause, in order. A case without a cause is a group of its own. */
export function groupCases(cases: readonly Case[]): readonly CaseGroup[] {
  const groups = Map.groupBy(cases, (each) =>
    each.cause === undefined ? each : `${each.outcome} ${each.suite} ${each.cause}`,
  );
  return [...groups.values()].map((members) => {
    const group = members as [Case, ...Case[]];
    const [{ headline, message, name, spot }] = group;
    const single = [spot?.operation ?? name, message].filter((text) => text !== undefined).join(": ");
    return {
      headline: printableText(headline ?? single),
      cases: group,
      operations: [...new Set(group.flatMap((each) => each.spot?.operation ?? []))],
    };
  });
}

/** Details of a group: its operations, if there are several, and the smallest example. */
export function groupDetails({ cases: [first], headline, operations }: CaseGroup): readonly Detail[] {
  return [
    ...(operations.length > 1 ? [[counted(operations.length, "operation"), operations.join(", ")] as const] : []),
    ...(first.message !== undefined && !headline.includes(printableText(first.message))
      ? [[first.name, first.message] as const]
      : []),
    ...(first.details ?? []).filter(([label]) => ["sent", "answer", "again"].includes(label)),
  ];
}
