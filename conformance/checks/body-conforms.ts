import { type Violation, isJson, jsonOf, openedContract, validatorOf } from "../../contracts/index.ts";
import { jsonIn } from "../exchange.ts";
import type { Check } from "./check.ts";

/** Other fields are no fault of the provider: consumers ignore those that they do not know (§9.2). */
const tolerated = new Set(["additionalProperties", "unevaluatedProperties"]);

/** The body is what the contract documents for the status. */
export const bodyConforms: Check = {
  id: "body-conforms",
  claim: "Every body fits the schema that the contract documents for its status",
  judge({ request, response }, { contract, documented }) {
    if (
      !documented ||
      documented.content.length === 0 ||
      request.method === "HEAD" ||
      response.status === 204 ||
      response.status === 304
    )
      return undefined;
    const type = (response.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
    const media =
      documented.content.find(({ mediaType }) => mediaType === type) ??
      (isJson(type) ? jsonOf(documented.content) : undefined);
    if (!media) {
      const wildcard = documented.content.some(({ mediaType }) => mediaType.includes("*"));
      const known = documented.content.map(({ mediaType }) => mediaType).join(", ");
      return wildcard
        ? undefined
        : {
            key: "content-type",
            message: `Content type "${type}" is not documented for status ${response.status} (documented: ${known})`,
          };
    }
    if (!media.schema || !isJson(type)) return undefined;
    const body = jsonIn(response);
    if (body === undefined)
      return { key: "malformed", message: "The body is not JSON, though its content type says so" };
    const { pointer } = media.schema;
    if (validatorOf(contract, pointer, "response")(body).length === 0) return undefined;
    // Consumers must be prepared for other values of enums that are not closed (§9.6).
    const [first] = untolerated(validatorOf(openedContract(contract), pointer, "response")(body));
    return (
      first && {
        key: `${response.status} ${generic(first.pointer)} ${first.keyword}`,
        message: `The body of status ${response.status} has at "${first.pointer}" ${first.got}, expected ${first.expected}`,
      }
    );
  },
};

/** Without what is tolerated, and without the unions that fail only because of it. */
function untolerated(violations: readonly Violation[]): readonly Violation[] {
  const serious = violations.filter(({ keyword }) => !tolerated.has(keyword));
  return serious.every(({ keyword }) => keyword === "anyOf" || keyword === "oneOf") &&
    serious.length < violations.length
    ? []
    : serious;
}

/** A pointer with the indices of arrays left out: the same fault in each item is one. */
function generic(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}
