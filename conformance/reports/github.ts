import { printableText } from "../../contracts/index.ts";
import { type Annotation, renderAnnotations } from "../../formats/index.ts";
import { groupCases, groupLines } from "./case-groups.ts";
import type { Judgement, Outcome } from "./judgement.ts";

/** Renders workflow commands for GitHub: one annotation for each cause, at the operation in the contract. */
export function renderGithub({ cases, unjudged, title, leftovers = [] }: Judgement): string {
  const of = (outcome: Outcome, kind: Annotation["kind"]): readonly Annotation[] =>
    groupCases(cases.filter((each) => each.outcome === outcome)).map((group) => ({
      kind,
      at: group.cases[0].at ?? null,
      title: printableText(`${group.cases[0].suite}: ${group.cases[0].spot?.check ?? title}`),
      text: [group.headline, ...groupLines(group)].join("\n"),
    }));
  return renderAnnotations([
    ...(unjudged === undefined
      ? []
      : [{ kind: "error", at: null, title: "Nothing was judged", text: printableText(unjudged) } as const]),
    ...of("failed", "error"),
    ...of("warned", "warning"),
    ...leftovers.map((each): Annotation => ({
      kind: "notice",
      at: null,
      title: "Left behind",
      text: printableText(each),
    })),
  ]);
}
