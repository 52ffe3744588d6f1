import type { ResourceContext } from "../resource-context.ts";
import { isDeepStrictEqual } from "node:util";
import { type JsonObject, joinPointer, statedValidatorOf, tokensOf, validatorOf } from "../../../contracts/index.ts";
import { type Refusal, invalidStatus, refuseViolations } from "../../model/problem.ts";

/**
 * Refuses members of a request without a schema that the schema of the shown item forbids, such as a number for a name.
 * Storing them would violate the contract, and storing another value would misrepresent the request.
 */
export function refuseForbiddenMembers(
  { contract, operation, role, representations, presenter, strictAssumed }: ResourceContext,
  sent: JsonObject,
  { known, made }: { readonly known: JsonObject; readonly made: JsonObject },
): Refusal | undefined {
  // Entries of lists have schemas of their own.
  if (role.each !== undefined || role.kind === "transition") return undefined;
  const taken = representations.writableProperties(operation);
  const altered = Object.keys(sent).filter(
    (name) =>
      !taken.has(name) &&
      // An unusable id is ignored.
      name !== role.idProperty &&
      sent[name] !== null &&
      known[name] === sent[name] &&
      representations.hasProperty(presenter.operation, name) &&
      !isDeepStrictEqual(made[name], sent[name]),
  );
  const schema = altered.length === 0 ? undefined : representations.schemaOf(presenter.operation);
  if (!schema) return undefined;
  const { wrapper } = presenter.role;
  const inWrapper = wrapper === undefined ? [] : [wrapper];
  const validate = strictAssumed
    ? validatorOf(contract, schema.pointer, "response")
    : statedValidatorOf(contract, schema, representations.basisOf(presenter.operation), "response");
  const found = validate(wrapper === undefined ? known : { [wrapper]: known });
  const violations = found.flatMap(({ pointer, expected, got }) => {
    const [name = "", ...rest] = tokensOf(pointer).slice(inWrapper.length);
    if (!altered.includes(name)) return [];
    const path = role.wrapper === undefined ? [name] : [role.wrapper, name];
    return [{ in: "body" as const, pointer: joinPointer("", ...path, ...rest), expected, got }];
  });
  return violations.length === 0 ? undefined : refuseViolations(invalidStatus(operation), violations);
}
