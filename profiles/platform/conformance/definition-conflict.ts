import {
  findFirstDifference,
  type Exchange,
  type Finding,
  type Item,
  type Property,
  requestMedia,
  type Resource,
  rolesFor,
  type Scope,
  type WireRequest,
} from "../../../conformance/profile/index.ts";
import {
  type Json,
  type JsonObject,
  type Operation,
  isJson,
  isObject,
  listPropertyNames,
  validatorOf,
  withItemId,
} from "../../../contracts/index.ts";

/**
 * A definition that conflicts with an existing one is answered with 409, and the existing one stays
 * unchanged (§4.5, §7). The specification does not define a conflict, so the request repeats an
 * existing id. A mock must refuse it. The finding against any other provider is only assumed.
 */
export const definitionConflict: Property = {
  id: "definition-conflict",
  claim: "A request that conflicts with an existing item gets 409 and changes nothing",
  phase: "promises",
  writes: true,
  applies: ({ operation, resource }) => resource !== undefined && findIdConflict(operation) !== undefined,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(request, scope) {
    const { exchange, resource } = scope;
    const first = await exchange(request);
    const item = resource?.createdItem(first);
    const conflictingRequest = item && createConflictingRequest(item, request, scope);
    if (!resource || !item || !conflictingRequest) return [];
    const before = await readItem(resource, item);
    const secondExchange = await exchange(conflictingRequest);
    const findings = scope.judge(secondExchange);
    if (secondExchange.response.status === 409) {
      const after = before && (await readItem(resource, item));
      const change = after && findFirstDifference(sentMembers(before.value, item), after.value);
      if (!change) return findings;
      const message = `What was refused has changed what it conflicts with: "${change.pointer}" is ${change.got}, and was ${change.expected}`;
      return [
        ...findings,
        conflictFinding(scope, {
          key: "trace",
          message,
          shown: { pointer: change.pointer, expected: change.expected, actual: change.got },
          exchange: after.exchange,
          steps: [first, secondExchange],
        }),
      ];
    }
    // A response with another id is another item, so there is no conflict.
    const secondItem = resource.createdItem(secondExchange);
    if (!secondItem || String(secondItem.id) !== String(item.id)) return findings;
    const message = `A second item with the id of an existing one was answered with status ${secondExchange.response.status}, not 409`;
    const acceptedFinding = conflictFinding(scope, {
      key: "accepted",
      message,
      exchange: secondExchange,
      steps: [first],
    });
    return [...findings, scope.target.isMock ? acceptedFinding : { ...acceptedFinding, basis: "assumed" }];
  },
};

/** Request that creates another item with the same id. Undefined if the contract does not allow an id. */
function createConflictingRequest(item: Item, request: WireRequest, scope: Scope): WireRequest | undefined {
  const { contract, operation, coverage } = scope;
  const { idProperty } = rolesFor(contract).get(operation) ?? {};
  const media = requestMedia(operation);
  if (idProperty === undefined || !media?.schema || !isJson(media.mediaType)) return undefined;
  // If the body has no documented id property, the id would be an unknown field.
  if (!listPropertyNames(contract, media.schema.value).has(idProperty.split(".", 1)[0] as string)) return undefined;
  const accepts = validatorOf(contract, media.schema.pointer, "request");
  const others = coverage?.valid.filter(({ place, isDoubtful }) => place === "body" && !isDoubtful) ?? [];
  for (const text of [...others.map((other) => other.request.body), request.body]) {
    const value = JSON.parse(text ?? "null") as Json;
    const body = isObject(value) ? withItemId(value, { idProperty }, item.id) : undefined;
    if (body && accepts(body).length === 0) return { ...request, body: JSON.stringify(body) };
  }
  return undefined;
}

/** The item as its read operation returns it, if the item can be read. */
async function readItem(
  resource: Resource,
  item: Item,
): Promise<{ value: JsonObject; exchange: Exchange } | undefined> {
  const exchange = await resource.sendRequest("read", item);
  const value = exchange && resource.itemIn("read", exchange);
  return value && { value, exchange };
}

/** Members of a stored item that the client sent. The provider may change all others by itself. */
function sentMembers(value: JsonObject, { sent }: Item): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(sent, name)));
}

function conflictFinding({ operation }: Scope, rest: Omit<Finding, "check" | "basis">): Finding {
  const conflict = findIdConflict(operation);
  return {
    check: "definition-conflict",
    basis: conflict?.basis ?? operation.basis,
    ...(conflict?.section !== undefined && { section: conflict.section }),
    ...rest,
  };
}

function findIdConflict(operation: Operation) {
  return operation.responses.find(({ status }) => status === "409");
}
