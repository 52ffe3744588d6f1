import type { MediaType } from "../../model/contract.ts";
import { isJson } from "../../model/success.ts";
import type { LintFinding, LintRule } from "../rule.ts";

export const exampleMissing: LintRule = {
  id: "example-missing",
  claim: "Every JSON body has an example",
  of: "marked",
  find({ operations, webhooks }) {
    const faults = new Map<string, LintFinding>();
    for (const { body, responses } of [...operations, ...webhooks]) {
      for (const media of [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)]) {
        if (lacksExample(media))
          faults.set(media.pointer, { pointer: media.pointer, message: "This body has no example" });
      }
    }
    return [...faults.values()];
  },
};

function lacksExample({ mediaType, examples }: MediaType): boolean {
  return isJson(mediaType) && Object.keys(examples).length === 0;
}
