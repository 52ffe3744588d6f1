import { part } from "../claims/document.ts";
import {
  delivery,
  deliveryHeader,
  deliveryHeaderMark,
  deliveryHeaderSays,
  deliveryDescription,
  deliveryScheme,
} from "../claims/delivery.ts";
import { noField, onlyFrom, request, response } from "../claims/field.ts";
import { looseOperation, operation, operationSays, parameter } from "../claims/operation.ts";
import type { Claim, Row } from "../row.ts";

const create = "POST /v1/webhooks";
const publicKey = "GET /v1/webhooks/.well-known/public-key";

const id = deliveryHeader("webhook-id", "msg_1", "1");
const timestamp = deliveryHeader("webhook-timestamp", "1750000000", "soon");
const signature = deliveryHeader("webhook-signature", "v1a,YQ== v1,Yg==", "v1,Yg== v1a,YQ==");
const secret = response(create, "signing_secret", { type: "string", pattern: "^whsec_" });
const pem = response(publicKey, "public_key", { type: "string", pattern: "^-----BEGIN PUBLIC KEY-----" });
const ed25519 = response(publicKey, "public_key", { words: "Ed25519" });
const methods = [
  deliveryScheme({ type: "apiKey", in: "header", name: "X-API-Key" }, "5.2"),
  deliveryScheme({ type: "http", scheme: "basic" }, "5.2"),
  deliveryScheme({ type: "http", scheme: "bearer" }, "5.2"),
] as const;
const [apiKey, basic, oauth] = methods;

const signatureSays = (words: string): Claim => deliveryHeaderSays("webhook-signature", words);

/** Rows of §2.3, §2.4, §2.5, §4.12, §5.2 and §5.3, and of §6 and §7 about webhooks. */
export const webhookRows: readonly Row[] = [
  { section: "2.3", row: "Created through the Webhooks API.", claims: [looseOperation(create)] },
  {
    section: "2.3",
    row: "The creation response returns a signing secret once.",
    claims: [
      secret,
      response(create, "signing_secret", { words: "Not retrievable later" }),
      noField(create, "request", "signing_secret"),
      onlyFrom(create, "signing_secret"),
    ],
  },
  {
    section: "2.3",
    row: "Each webhook can be configured with one of three endpoint authentication methods",
    claims: [
      request(create, "endpoint_authentication", { need: "optional" }),
      part(
        "webhooks",
        "/components/schemas/EndpointAuthentication/oneOf",
        "three methods of endpoint_authentication",
        (branches) => Array.isArray(branches) && branches.length === 3,
      ),
    ],
  },
  { section: "2.4", row: "webhook-id", claims: [id] },
  { section: "2.4", row: "webhook-timestamp", claims: [timestamp] },
  { section: "2.4", row: "webhook-signature", claims: [signature] },
  { section: "2.5", row: "Response of the public-key endpoint", claims: [pem, ed25519] },
  {
    section: "4.12",
    row: "GET {webhooks_base_url}/v1/webhooks/.well-known/public-key",
    claims: [operation(publicKey, "4.12"), parameter(publicKey, "query", "orgId", "required", "string"), pem],
  },
  {
    section: "4.12",
    row: "The response is cacheable; the key rarely changes.",
    claims: [operationSays(publicKey, "The key rarely changes, and may be cached")],
  },
  {
    section: "5.2",
    row: "API key",
    claims: [apiKey],
  },
  {
    section: "5.2",
    row: "Basic",
    claims: [
      basic,
      part("webhooks", "/components/securitySchemes/endpointBasic/description", "over HTTPS only", (words) =>
        String(words).includes("over HTTPS only"),
      ),
    ],
  },
  { section: "5.2", row: "OAuth", claims: [oauth] },
  { section: "5.3", row: "5.3.1", claims: [id, timestamp, signature] },
  {
    section: "5.3",
    row: "5.3.2",
    claims: [signatureSays("webhook-id, webhook-timestamp and the raw request body, joined with dots")],
  },
  {
    section: "5.3",
    row: "5.3.3",
    claims: [signature, signatureSays("v1a with the organization's private key (Ed25519)"), pem, ed25519],
  },
  {
    section: "5.3",
    row: "5.3.4",
    claims: [signature, signatureSays("v1 with the webhook's signing secret (HMAC-SHA256)"), secret],
  },
  { section: "5.3", row: "5.3.5", claims: [signature, signatureSays("The v1a entry, a space, the v1 entry")] },
  {
    section: "5.3",
    row: "5.3.6",
    claims: [deliveryDescription("a standard-webhooks library is given the v1 entry alone")],
  },
  {
    section: "5.3",
    row: "5.3.7",
    claims: [
      deliveryDescription("decodes the base64 part of the entry and checks it with the organization's public key"),
    ],
  },
  {
    section: "5.3",
    row: "5.3.8",
    claims: [
      deliveryHeaderMark("webhook-timestamp", "x-tolerance-seconds", 300),
      deliveryDescription("compare the timestamp, then verify v1a, then v1"),
    ],
  },
  { section: "6", row: "Webhooks deliver real-time notifications for events", claims: [delivery()] },
  {
    section: "6",
    row: "Each delivery is an HTTP request to the customer endpoint",
    claims: [delivery(), id, timestamp, signature, ...methods],
  },
  {
    section: "7",
    row: "Webhook verification failures on the receiver side",
    claims: [deliveryDescription("a signature that is invalid, an entry that is missing, a timestamp that is too old")],
  },
  {
    section: "8",
    row: "Recommended webhook timestamp tolerance",
    claims: [deliveryHeaderMark("webhook-timestamp", "x-tolerance-seconds", 300)],
  },
];
