import {
  type EndpointAuthentication,
  type Exchange,
  type Finding,
  type Guard,
  jsonIn,
  type Property,
  requestMedia,
  type Scope,
  type WireRequest,
} from "../../../../conformance/profile/index.ts";
import {
  type Json,
  type JsonObject,
  ToolError,
  percentEncode,
  isJson,
  isObject,
  validatorOf,
} from "../../../../contracts/index.ts";
import { withEndpointAuthentication, authentications } from "./authentications.ts";
import { type ReceivedDelivery, type Endpoint, openEndpoint } from "./endpoint.ts";
import { findDeliveryFlaws } from "./judge-delivery.ts";
import { causeEvent, chooseEventTrigger } from "./event-trigger.ts";

/** Maximum time to wait for a delivery. The specification states none (§6). */
const MAX_WAIT_SECONDS = 15;

const SECRET_FORM = /whsec_[A-Za-z0-9+/]+={0,2}/g;

/**
 * A webhook receives the events that it subscribes to, as §2.4, §5.2 and §5.3 promise. The property
 * judges deliveries that arrive at its own endpoint. A missing delivery proves nothing: the target may
 * not reach the endpoint, may take longer, or may use another name for the event.
 */
export const webhookDelivered: Property = {
  id: "webhook-delivered",
  claim: "A delivery has the promised signature, timestamp and authentication, and its body matches the schema",
  phase: "promises",
  isOnce: true,
  writes: true,
  permission: {
    isGranted: ({ receiver }) => receiver !== undefined,
    reason: "deliveries are received where that was asked for",
    option: "--receiver-port N",
  },
  applies: ({ permissions, resource, contract }) =>
    permissions.receiver !== undefined && resource !== undefined && contract.webhooks.length > 0,
  hasRequests: (scope) => webhookRequests(scope).length > 0,
  given: (scope) => [{ label: "", requests: webhookRequests(scope), runs: 0 }],
  async holds(request, scope) {
    const { receiver } = scope.permissions;
    const endpoint = receiver && (await openEndpoint(receiver).catch(reasonNotOpened));
    if (typeof endpoint === "string") scope.inconclusive(endpoint);
    if (!endpoint || typeof endpoint === "string") return [];
    await using openedEndpoint = endpoint;
    // Awaited here, because the endpoint closes at the end of this function.
    return await testDelivery(request, scope, openedEndpoint);
  },
};

function reasonNotOpened(error: unknown): string {
  if (error instanceof ToolError) return error.message;
  throw error;
}

/**
 * One request for each kind of authentication that the contract allows. The URLs are added when the
 * request is sent.
 */
function webhookRequests(scope: Scope): readonly WireRequest[] {
  const { contract, operation, coverage, contracts } = scope;
  const media = requestMedia(operation);
  const trigger = chooseEventTrigger(listShownEvents(scope), contracts);
  if (!coverage || !media?.schema || !isJson(media.mediaType) || !trigger) return [];
  const plainBody = parseSentJson(coverage.plain);
  if (!isObject(plainBody)) return [];
  const accepts = validatorOf(contract, media.schema.pointer, "request");
  return authentications.flatMap((authentication) => {
    const body: JsonObject = {
      ...plainBody,
      url: "http://127.0.0.1/",
      event_types: [trigger.event],
      ...(authentication && { endpoint_authentication: { ...authentication } }),
    };
    if (accepts(body).length === 0) return [{ ...coverage.plain, body: JSON.stringify(body) }];
    return [];
  });
}

/** Events that the contract shows. The specification has no list of them (§6). */
function listShownEvents({ operation, contract }: Pick<Scope, "operation" | "contract">): readonly string[] {
  const bodies = [operation.body, ...contract.webhooks.map(({ body }) => body)];
  const examples = bodies.flatMap((body) => body?.content ?? []).flatMap((media) => Object.values(media.examples));
  return examples
    .filter((example) => isObject(example))
    .flatMap(({ event_types, name }) =>
      [event_types, name].flat().filter((event) => typeof event === "string" && event.includes(".")),
    ) as string[];
}

async function testDelivery(request: WireRequest, scope: Scope, endpoint: Endpoint): Promise<readonly Finding[]> {
  const { exchange, resource, permissions, signal, inconclusive } = scope;
  const body = parseSentJson(request) as JsonObject;
  const requestedAuthentication = body["endpoint_authentication"] as unknown as EndpointAuthentication | undefined;
  const authentication = requestedAuthentication && withEndpointAuthentication(requestedAuthentication, endpoint);
  if (authentication) endpoint.setGuard(authentication.guard);
  const text = JSON.stringify({ ...body, url: endpoint.url, ...authentication?.body });
  const creation = await exchange({ ...request, body: text });
  const item = resource?.createdItem(creation);
  if (!resource || !item) {
    inconclusive(`The webhook of a receiver was not made: it was answered ${creation.response.status}`);
    return [];
  }
  try {
    const trigger = chooseEventTrigger([body["event_types"]].flat() as string[], scope.contracts);
    const triggering = trigger && (await causeEvent(trigger, scope));
    if (!trigger || !triggering) {
      inconclusive(`What webhooks are told of could not be brought about: ${trigger?.operation.name ?? "nothing"}`);
      return [];
    }
    const isOfEvent = (delivery: ReceivedDelivery): boolean =>
      readDeliveredEvent(delivery) === undefined || readDeliveredEvent(delivery) === trigger.event;
    const delivery = await endpoint.firstDelivery(isOfEvent, permissions.receiver?.seconds ?? MAX_WAIT_SECONDS, signal);
    if (!delivery) {
      inconclusive(`No delivery of "${trigger.event}" arrived in time at ${endpoint.url}: nothing of it was judged`);
      return [];
    }
    return await deliveryFindings(delivery, {
      creation: creation,
      triggering: triggering,
      scope,
      ...(authentication && { guard: authentication.guard }),
    });
  } finally {
    // If the run ends meanwhile, the cleanup also deletes this webhook.
    if (!signal?.aborted) await resource.sendRequest("delete", item);
  }
}

interface DeliveryContext {
  readonly creation: Exchange;
  readonly triggering: Exchange;
  readonly guard?: Guard;
  readonly scope: Scope;
}

async function deliveryFindings(
  delivery: ReceivedDelivery,
  { creation, triggering, guard, scope }: DeliveryContext,
): Promise<readonly Finding[]> {
  const secret = creation.response.body.match(SECRET_FORM)?.[0];
  const publicKey = await fetchPublicKey(delivery, scope);
  const targetTime = Date.parse(triggering.response.headers["date"] ?? "");
  const flaws = findDeliveryFlaws(delivery, {
    contract: scope.contract,
    hasOwnTime: scope.target.isMock,
    ...(secret !== undefined && { secret }),
    ...(publicKey !== undefined && { publicKey }),
    ...(guard && { guard }),
    ...(!Number.isNaN(targetTime) && { targetTime }),
  });
  return flaws.map((flaw) => ({
    check: "webhook-delivered",
    ...flaw,
    exchange: maskExchange(creation),
    steps: [triggering],
  }));
}

/** The key of the organization that a delivery names (§4.12). */
async function fetchPublicKey(delivery: ReceivedDelivery, { contract, exchange }: Scope): Promise<string | undefined> {
  const operation = contract.operations.find(({ method, path }) => method === "GET" && path.endsWith("/public-key"));
  const { organization } = readPayload(delivery);
  if (!operation || typeof organization !== "string") return undefined;
  const path = `${operation.path}?orgId=${percentEncode(organization)}`;
  const exchanged = await exchange({ method: "GET", path, headers: { accept: "application/json" } }, operation);
  const key = exchanged.response.status === 200 ? jsonIn(exchanged.response) : undefined;
  const text = isObject(key) ? key["public_key"] : undefined;
  if (typeof text === "string" && text.includes("BEGIN PUBLIC KEY")) return text;
  return undefined;
}

function readDeliveredEvent(delivery: ReceivedDelivery): Json | undefined {
  return readPayload(delivery)["name"];
}

function readPayload({ body }: ReceivedDelivery): JsonObject {
  try {
    const value = JSON.parse(Buffer.from(body).toString()) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The exchange without secrets: masks the signing secret, and removes the authentication of the endpoint. */
function maskExchange({ request, response }: Exchange): Exchange {
  const body = parseSentJson(request);
  const { endpoint_authentication: _, ...rest } = isObject(body) ? body : {};
  return {
    request: { ...request, body: JSON.stringify(rest) },
    response: { ...response, body: response.body.replaceAll(SECRET_FORM, "whsec_***") },
  };
}

function parseSentJson({ body }: WireRequest): Json | undefined {
  if (body === undefined) return undefined;
  return JSON.parse(body) as Json;
}
