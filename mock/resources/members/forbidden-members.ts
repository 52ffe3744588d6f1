import type { ResourceContext } from "../resource-context.ts";
import { isDeepStrictEqual } from "node:util";
import {
  type JsonObject,
  type Violation,
  joinPointer,
  listSchemaParts,
  schemasAtPath,
  createStatedValidator,
  splitPointer,
  validatorOf,
  valueAtPath,
  bodyWithItem,
} from "../../../contracts/index.ts";
import { type Refusal, findInvalidStatus, refuseViolations } from "../../model/problem.ts";

/**
 * Refuses members of a request without a schema that the schema of the shown item forbids, such as a number for a name.
 * Storing them would violate the contract, and storing another value would misrepresent the request.
 */
export function refuseForbiddenMembers(
  context: ResourceContext,
  sent: JsonObject,
  { body, known, made }: { readonly body: JsonObject; readonly known: JsonObject; readonly made: JsonObject },
): Refusal | undefined {
  const { operation, role, representations, presenter } = context;
  // Entries of lists have schemas of their own.
  if (role.each !== undefined || role.kind === "transition") return undefined;
  const taken = representations.writableProperties(operation);
  const altered = Object.keys(sent).filter(
    (name) =>
      !taken.has(name) &&
      Object.hasOwn(body, name) &&
      // An unusable id is ignored.
      name !== role.idProperty &&
      sent[name] !== null &&
      known[name] === sent[name] &&
      representations.hasProperty(presenter.operation, name) &&
      !isDeepStrictEqual(made[name], sent[name]),
  );
  if (altered.length === 0) return undefined;
  return refuseInItem(context, known, ({ path: [name = ""] }) => altered.includes(name));
}

/** Refuses a patch that removes a member that the shown item requires. `removed` are pointers that the patch names. */
export function refuseRemovedMembers(
  context: ResourceContext,
  {
    before,
    after,
    removed,
  }: { readonly before: JsonObject; readonly after: JsonObject; readonly removed: Set<string> },
): Refusal | undefined {
  const { contract, role, representations, presenter } = context;
  return refuseInItem(context, after, ({ keyword, member, path }) => {
    if (keyword !== "required" || member === undefined) return false;
    const place = [...path, member];
    const [name = "", ...rest] = place;
    // The mock sets these itself.
    if (rest.length === 0 && name === role.idProperty) return false;
    const schemas = schemasAtPath(contract, representations.propertyOf(presenter.operation, name), rest);
    if (schemas.some((schema) => listSchemaParts(contract, schema).some(({ readOnly }) => readOnly === true)))
      return false;
    return valueAtPath(before, place) !== undefined || removed.has(joinPointer("", ...place));
  });
}

/** Violation of the schema of a shown item, with its path in the item. */
interface ItemViolation extends Violation {
  readonly path: readonly string[];
}

/** Refuses a request for the chosen violations of an item that it gives. */
function refuseInItem(
  context: ResourceContext,
  item: JsonObject,
  isOfRequest: (violation: ItemViolation) => boolean,
): Refusal | undefined {
  const { operation, role } = context;
  const violations = violationsInItem(context, item)
    .filter(isOfRequest)
    .map(({ path, expected, got }) => {
      const inBody = (role.sentIn ?? role.wrapper)?.split(".") ?? [];
      return { in: "body" as const, pointer: joinPointer("", ...inBody, ...path), expected, got };
    });
  if (violations.length === 0) return undefined;
  return refuseViolations(findInvalidStatus(operation), violations);
}

/** Violations of the schema of the shown item that an item has. */
export function violationsInItem(
  { contract, representations, presenter, strictAssumed }: ResourceContext,
  item: JsonObject,
): readonly ItemViolation[] {
  const schema = representations.schemaOf(presenter.operation);
  if (!schema) return [];
  const { wrapper } = presenter.role;
  const inWrapper = wrapper?.split(".") ?? [];
  const validate = strictAssumed
    ? validatorOf(contract, schema.pointer, "response")
    : createStatedValidator(contract, schema, representations.basisOf(presenter.operation), "response");
  return validate(bodyWithItem(item, wrapper)).map((violation) => ({
    ...violation,
    path: splitPointer(violation.pointer).slice(inWrapper.length),
  }));
}
