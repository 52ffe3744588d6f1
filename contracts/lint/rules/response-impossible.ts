import { isJson } from "../../model/success.ts";
import type { LintRule } from "../rule.ts";

export const responseImpossible: LintRule = {
  id: "response-impossible",
  claim: "The schema of every response accepts at least one value",
  of: "every",
  async find(contract) {
    // The generator loads a large library that no other rule needs.
    const { createValues } = await import("../../generate/index.ts");
    const values = createValues(contract, "response");
    const bodies = contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ status, content }) => content.map((media) => ({ status, ...media }))),
    );
    return bodies.flatMap(({ status, mediaType, schema }) => {
      if (!schema || !isJson(mediaType)) return [];
      const isPossible = values.sample(schema, { name: "lint" }) !== undefined;
      const message = `Found no value that is valid against the schema of the response with status ${status}`;
      return isPossible ? [] : [{ pointer: schema.pointer, message }];
    });
  },
};
