import { isJson } from "../../model/success.ts";
import { acceptorOf } from "../../schema/validator.ts";
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
      if (values.sample(schema, { name: "lint" }) !== undefined) return [];
      const { unchecked } = acceptorOf(contract, schema.pointer, "response");
      const subject = `the schema of the response with status ${status}`;
      const message = unchecked
        ? `Cannot check a value against ${subject}: ${unchecked.message}`
        : `Found no value that is valid against ${subject}`;
      return [{ pointer: schema.pointer, message }];
    });
  },
};
