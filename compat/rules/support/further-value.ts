import { type JsonObject, closedMark, saysOpenEnum } from "../../../contracts/index.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";
import type { QuestionId } from "../../verdicts/questions.ts";

/** Question about a further value of a response. None if the base says that values may be added. */
export function furtherValueQuestion({ isClosed, all }: Pick<SchemaNode, "isClosed" | "all">): {
  readonly question?: QuestionId;
} {
  // Consumers may rely on a closed enum to have no other values.
  if (isClosed) return { question: "closed-response-value-added" };
  const saysOpen = ["description", "x-extensible-enum"].some((keyword) =>
    all(keyword).some(({ value }) => saysOpenEnum({ [keyword]: value })),
  );
  if (saysOpen) return {};
  return { question: "response-value-added" };
}

/** The same question about the values that an inner schema lists. */
export function furtherNameQuestion(schema: JsonObject): { readonly question?: QuestionId } {
  const isClosed = schema["const"] !== undefined || schema[closedMark] === true;
  return furtherValueQuestion({
    isClosed,
    all: (keyword) => (schema[keyword] === undefined ? [] : [{ value: schema[keyword], at: "" }]),
  });
}
