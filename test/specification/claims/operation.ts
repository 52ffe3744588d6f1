import { type JsonObject, type Parameter, findJsonMedia, chooseSuccess, valueAt } from "../../../contracts/index.ts";
import type { Claim } from "../row.ts";
import { about } from "./about.ts";
import { inDescription } from "./description.ts";

/** Claims an operation that is stated in this section, including its path parameters. */
export function operation(name: string, section: string): Claim {
  return about(name, name, ({ operation: { at, parameters, ...found } }) => {
    const assumed = parameters.find((one) => one.in === "path" && one.basis === "assumed");
    if (found.basis === "assumed") return { missing: "it is only assumed" };
    if (found.section === undefined) return { missing: "it cites no section" };
    if (found.section !== section) return { missing: `it cites §${found.section}` };
    return assumed ? { missing: `path ${assumed.name} is only assumed` } : { at: [at] };
  });
}

/** Claims an operation that the specification mentions without path or method. */
export function looseOperation(name: string): Claim {
  return about(name, name, ({ operation: { at } }) => ({ at: [at] }));
}

/** Obligation to send a part in requests. */
export type Need = "required" | "optional";

/** Claims a required or optional parameter of the operation. */
export function parameter(
  name: string,
  place: Parameter["in"],
  parameterName: string,
  need: Need,
  type?: string,
): Claim {
  const says = `${place} ${parameterName} of ${name}, ${need}${type === undefined ? "" : `, ${type}`}`;
  return about(name, says, ({ operation: { parameters } }) => {
    const found = parameters.find((one) => one.in === place && one.name === parameterName);
    if (!found) return { missing: "there is no such parameter" };
    if (found.basis === "assumed") return { missing: "it is only assumed" };
    if (found.required !== (need === "required")) return { missing: `it is not ${need}` };
    return type === undefined || (found.schema.value as JsonObject)["type"] === type
      ? { at: [found.at] }
      : { missing: `it is not of type ${type}` };
  });
}

/** Claims an optional request body. */
export function optionalBody(name: string): Claim {
  return about(name, `optional body of ${name}`, ({ operation: { body } }) =>
    body && !body.required ? { at: [body.at] } : { missing: body ? "the body is required" : "there is no body" },
  );
}

/** Claims a response body without any stated field. */
export function answer(name: string): Claim {
  return about(name, `answer of ${name}`, ({ operation: found }) => {
    const { response } = chooseSuccess(found);
    return response && findJsonMedia(response.content) ? { at: [response.at] } : { missing: "it returns nothing" };
  });
}

/** Claims a response status that is stated in this section. */
export function status(name: string, code: number, section: string): Claim {
  return about(name, `status ${code} of ${name}`, ({ operation: { responses } }) => {
    const found = responses.find((response) => response.status === String(code));
    if (!found) return { missing: "it is not documented" };
    return found.basis === "stated" && found.section === section
      ? { at: [found.at] }
      : { missing: `it does not cite §${section}` };
  });
}

/** Claims words in the description of the operation. */
export function operationSays(name: string, words: string): Claim {
  return about(name, `"${words}" at ${name}`, ({ contract, operation: { pointer, at } }) =>
    inDescription(valueAt(contract.document, pointer), words, at),
  );
}

/** Claims that an operation was removed and is listed as removed. */
export function removed(name: string, section: string): Claim {
  return {
    says: `${name}, removed`,
    look(platform) {
      if (platform.some(({ routes }) => routes.some((one) => one.name === name)))
        return { missing: "it is still there" };
      const found = platform.flatMap((contract) => contract.removed).find((one) => one.name === name);
      if (!found) return { missing: "x-removed does not list it" };
      return found.section === section ? { at: [found.at] } : { missing: `it does not cite §${section}` };
    },
  };
}
