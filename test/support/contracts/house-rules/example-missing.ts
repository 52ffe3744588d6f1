import type { MediaType } from "../../../../contracts/model/contract.ts";
import { isJson } from "../../../../contracts/model/success.ts";
import type { LintFinding, HouseRule } from "./house-rule.ts";

export const exampleMissing: HouseRule = {
  id: "example-missing",
  claim: "Every JSON body has an example",
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
