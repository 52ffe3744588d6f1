import { describe, expect, it } from "vitest";
import { type Fault, changed, missingFrom } from "../planted-fault.ts";

const entityList = "/paths/~1v1~1entity~1schemas/get";
const delivery = "/webhooks/event/post";

describe("the claims of deliveries, hosts and GraphQL", () => {
  it.each<Fault>([
    [
      "a delivery that cites nothing",
      "webhooks",
      `${delivery}/x-spec`,
      undefined,
      ["delivery of an event: it cites no section"],
    ],
    [
      "a delivery without a header",
      "webhooks",
      `${delivery}/parameters/0/name`,
      "message-id",
      ["delivery header webhook-id: no delivery has it"],
    ],
    [
      "a header that takes the entries in any order",
      "webhooks",
      `${delivery}/parameters/2/schema/pattern`,
      "^v1a?,",
      ["delivery header webhook-signature: its schema does not take v1a,YQ== v1,Yg== and refuse v1,Yg== v1a,YQ=="],
    ],
    [
      "a header that says less",
      "webhooks",
      `${delivery}/parameters/2/description`,
      "The v1a entry, a space, the v1 entry. webhook-id, webhook-timestamp and the raw request body, joined with dots",
      [
        `"v1a with the organization's private key (Ed25519)"`,
        `"v1 with the webhook's signing secret (HMAC-SHA256)"`,
      ].map((says) => `${says} at delivery header webhook-signature: its description does not say so`),
    ],
    [
      "a delivery that says less",
      "webhooks",
      `${delivery}/description`,
      "A receiver should compare the timestamp, then verify v1a, then v1.",
      [
        "a standard-webhooks library is given the v1 entry alone",
        "decodes the base64 part of the entry and checks it with the organization's public key",
        "a signature that is invalid, an entry that is missing, a timestamp that is too old",
      ].map((words) => `"${words}" at the delivery: its description does not say so`),
    ],
    [
      "another tolerance",
      "webhooks",
      `${delivery}/parameters/1/x-tolerance-seconds`,
      600,
      ["x-tolerance-seconds 300 at delivery header webhook-timestamp: it says something else"],
    ],
    [
      "a delivery that is authenticated in fewer ways",
      "webhooks",
      `${delivery}/security`,
      [{ endpointApiKey: [] }, { endpointOAuth: [] }],
      ["delivery with http basic: no security scheme of the delivery is so"],
    ],
    [
      "a way to authenticate that is only assumed",
      "webhooks",
      "/components/securitySchemes/endpointOAuth/x-spec",
      undefined,
      ["delivery with http bearer: it does not cite §5.2"],
    ],
    [
      "a host that two APIs share",
      "kanban",
      "/servers/0/url",
      "https://webhooks.platform.example",
      [
        "a host of its own for each API: kanban is at https://webhooks.platform.example; webhooks is at https://webhooks.platform.example",
      ],
    ],
    [
      "a body that is not JSON",
      "entity",
      "/paths/~1v1~1entity:search/post/requestBody/content",
      { "text/plain": {} },
      ["JSON bodies: POST /v1/entity:search has a body of another kind"],
    ],
    [
      "an operation without a token",
      "entity",
      `${entityList}/security`,
      [],
      ["a bearer token with every request, unless x-public says why not: GET /v1/entity/schemas asks for none"],
    ],
    [
      "an operation without a token for a reason, which asks for one all the same",
      "entity",
      `${entityList}/x-public`,
      "Anybody may see it",
      ["a bearer token with every request, unless x-public says why not: GET /v1/entity/schemas asks for none"],
    ],
    [
      "a token that is only assumed",
      "kanban",
      "/components/securitySchemes/apiToken",
      { type: "http", scheme: "bearer" },
      [
        "a bearer token with every request, unless x-public says why not: kanban does not cite §5.1",
        `"made in the platform's web portal" at the token: kanban does not say so`,
      ],
    ],
    [
      "a path without a version",
      "kanban",
      "/paths/~1boards",
      { "x-published": "2026-01-01", get: { responses: {} } },
      ["a version at the beginning of each path: GET /boards has none"],
    ],
    [
      "a response that is closed",
      "entity",
      "/components/schemas/Entity/additionalProperties",
      false,
      ["responses and deliveries that may gain fields: entity is closed at /components/schemas/Entity"],
    ],
    [
      "operations without a date",
      "notes",
      "/x-published",
      undefined,
      [expect.stringMatching(/^a date of publication for each operation: .* has none$/) as string],
    ],
    [
      "a second root of GraphQL",
      "portal-graphql",
      "/mutation",
      "Query",
      ["GraphQL: root Query, and no other: the roots are others"],
    ],
    [
      "a type of GraphQL gone",
      "portal-graphql",
      "/types/DNSRecord",
      undefined,
      [
        "GraphQL: type DNSRecord: there is no such type",
        "GraphQL: scalars Boolean, String, and no others: they are Boolean, DNSRecord, String",
      ],
    ],
    [
      "a type of GraphQL assumed",
      "portal-graphql",
      "/types/DNSRecord/x-spec",
      undefined,
      ["GraphQL: type DNSRecord: it does not cite §2.7"],
    ],
    [
      "a type of GraphQL that is an interface",
      "portal-graphql",
      "/types/DNSRecord/kind",
      "InterfaceTypeDefinition",
      ["GraphQL: type DNSRecord: it is no object type"],
    ],
    [
      "a type of GraphQL too many",
      "portal-graphql",
      "/types/Site",
      { kind: "ObjectTypeDefinition" },
      ["GraphQL: no other types of its own: there is Site"],
    ],
    [
      "a scalar of GraphQL too many",
      "portal-graphql",
      "/types/Brand/fields/id/type",
      "[ID!]!",
      ["GraphQL: scalars Boolean, String, and no others: they are Boolean, ID, String"],
    ],
    [
      "a directive of GraphQL too many",
      "portal-graphql",
      "/directives/cached",
      {},
      [
        "GraphQL: directives CustomerPortalAuth, PlatformAuth, deprecated, include, skip, and no others: they are CustomerPortalAuth, PlatformAuth, cached, deprecated, include, skip",
      ],
    ],
    [
      "a directive of GraphQL assumed",
      "portal-graphql",
      "/directives/PlatformAuth/x-spec",
      undefined,
      [
        "GraphQL: directives CustomerPortalAuth, PlatformAuth, deprecated, include, skip, and no others: it does not cite §5.4",
      ],
    ],
    [
      "no deprecation in GraphQL",
      "portal-graphql",
      "/types/Brand/fields/title/deprecated",
      undefined,
      ["GraphQL: a deprecation by the directive deprecated: nothing is deprecated"],
    ],
  ])("report a missing part: %s", (_, api, pointer, value, missing) => {
    expect(missingFrom(changed(api, pointer, value))).toEqual(missing);
  });
});
