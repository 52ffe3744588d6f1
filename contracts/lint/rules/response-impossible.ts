import { isJson } from "../../model/success.ts";
import type { Schema } from "../../model/contract.ts";
import type { JsonObject } from "../../model/json.ts";
import { oncePer } from "../../model/once-per.ts";
import { resolveTarget } from "../../schema/schema.ts";
import { acceptedByAll } from "../../schema/accepted-by-all.ts";
import { getAcceptor } from "../../schema/validator.ts";
import type { LintRule } from "../rule.ts";

export const responseImpossible: LintRule = {
  id: "response-impossible",
  claim: "The schema of every response accepts at least one value",
  async find(contract) {
    // The generator loads a large library that no other rule needs.
    const { createValues } = await import("../../generate/index.ts");
    const values = createValues(contract, "response");
    /** Judges most schemas without a compiled validator, which takes far longer than a value. */
    const isQuicklyPossible = oncePer((value: JsonObject): boolean => {
      const [plain] = values.valuesForAll([value], 0);
      return plain !== undefined && acceptedByAll(contract, [value], "response", plain) === true;
    });
    const isPossible = ({ value }: Schema): boolean => {
      if (typeof value === "boolean") return value;
      const isReference = typeof value["$ref"] === "string" && Object.keys(value).length === 1;
      const target = isReference ? resolveTarget(contract, value["$ref"] as string) : value;
      if (typeof target === "boolean") return target;
      return isQuicklyPossible(target);
    };
    const bodies = contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ status, content }) => content.map((media) => ({ status, ...media }))),
    );
    return bodies.flatMap(({ status, mediaType, schema }) => {
      if (!schema || !isJson(mediaType)) return [];
      if (isPossible(schema) || values.sample(schema, { name: "lint" }) !== undefined) return [];
      const { unchecked } = getAcceptor(contract, schema.pointer, "response");
      const subject = `the schema of the response with status ${status}`;
      const message = unchecked
        ? `Cannot check a value against ${subject}: ${unchecked.message}`
        : `Found no value that is valid against ${subject}`;
      return [{ pointer: schema.pointer, message }];
    });
  },
};
