import { isJson } from "../../model/success.ts";
import type { LintRule } from "../rule.ts";

export const responseImpossible: LintRule = {
  id: "response-impossible",
  claim: "Something fits the schema of every response",
  of: "every",
  async find(contract) {
    // Making values takes a library that nothing else here needs.
    const { createValues } = await import("../../generate/index.ts");
    const values = createValues(contract, "response");
    const bodies = contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ status, content }) => content.map((media) => ({ status, ...media }))),
    );
    return bodies.flatMap(({ status, mediaType, schema }) => {
      if (!schema || !isJson(mediaType)) return [];
      const isPossible = values.sample(schema, { name: "lint" }) !== undefined;
      const message = `No value was found that fits the schema of the response with ${status}`;
      return isPossible ? [] : [{ pointer: schema.pointer, message }];
    });
  },
};
