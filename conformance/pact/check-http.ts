import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  isJson,
  jsonOf,
  responseFor,
} from "../../contracts/index.ts";
import { bodyFindings, unpromised } from "./body-findings.ts";
import { type Remark, compare, sealed } from "./comparator.ts";
import { placeOfNode } from "./contract-place.ts";
import { expectedContract } from "./expected-contract.ts";
import type { Finding } from "./finding.ts";
import type { HttpInteraction } from "./interaction.ts";
import { parameterFindings } from "./parameters.ts";

/** Remarks of the comparator that say nothing here: what it was not given, and what nobody minds. */
const unheeded = new Set(["request.accept.unknown", "request.accept.incompatible", "request.header.unknown"]);

/** What an interaction has that its operation does not go with. */
export async function checkHttp(
  contract: Contract,
  operation: Operation,
  interaction: HttpInteraction,
  path: Readonly<Record<string, string>>,
): Promise<Finding[]> {
  const { request, response, pointer } = interaction;
  const documented = responseFor(operation, response.status);
  if (!documented) return [undocumented(operation, interaction)];
  const media = mediaOf(documented, response.headers["content-type"]);
  const isJudged = media?.schema !== undefined && isJson(media.mediaType);
  // A refusal is what a consumer expects for a request that the contract does not allow.
  const isValid = response.status < 400;
  const remarks = await compare({
    method: operation.method,
    request: {
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      required: operation.body?.required ?? false,
      content: Object.fromEntries(
        (operation.body?.content ?? []).map((each) => [
          each.mediaType,
          { schema: each.schema ? sealed(contract, each.schema) : {} },
        ]),
      ),
      security: operation.security,
    },
    response: {
      status: response.status,
      headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => name !== "content-type")),
      ...(isJudged && response.body !== undefined && { body: response.body }),
      documented: {
        headers: Object.fromEntries(
          documented.headers.map(({ name, schema }) => [name, { schema: sealed(contract, schema) }]),
        ),
        content: isJudged ? { "application/json": { schema: sealed(expectedContract(contract), media.schema) } } : {},
      },
    },
  });
  const heeded = remarks.filter(({ code }) => !unheeded.has(code));
  const bodyAt = (part: "request" | "response"): string =>
    `${pointer}/${part}/body${"type" in interaction.raw ? "/content" : ""}`;
  const sent = operation.body && mediaOf(operation.body, request.headers["content-type"]);
  return [
    ...(isValid ? parameterFindings(contract, operation, interaction, path) : []),
    ...heeded.filter((remark) => !isOfBody(remark)).map((remark) => ofHeaders(remark, operation, documented, pointer)),
    ...contentTypeFindings(operation, documented, interaction),
    ...bodyFindings(contract, {
      side: "request",
      remarks: heeded.filter((remark) => isOfBody(remark) && remark.part === "request"),
      schema: sent?.schema,
      body: request.body,
      at: bodyAt("request"),
      owner: operation,
    }),
    ...bodyFindings(contract, {
      side: "response",
      remarks: heeded.filter((remark) => isOfBody(remark) && remark.part === "response"),
      schema: media?.schema,
      body: response.body,
      at: bodyAt("response"),
      owner: documented,
    }),
    ...(isJudged && response.body !== undefined
      ? unpromised(contract, media.schema, response.body, { side: "response", at: bodyAt("response") })
      : []),
  ];
}

/** The media type that a body is in; where the pact does not say, the one that holds JSON. */
export function mediaOf({ content }: Pick<Response, "content">, type: string | undefined): MediaType | undefined {
  if (type === undefined) return jsonOf(content) ?? content[0];
  const bare = type.split(";", 1)[0]?.trim().toLowerCase();
  const exact = content.find(({ mediaType }) => mediaType === bare);
  return exact ?? (isJson(bare ?? "") ? jsonOf(content) : undefined);
}

function isOfBody({ location }: Remark): boolean {
  return location === "body" || location.startsWith("body.");
}

function undocumented(operation: Operation, { response: { status }, pointer }: HttpInteraction): Finding {
  const known = operation.responses.map((each) => each.status).join(", ");
  return {
    code: "response.status",
    severity: "error",
    side: "response",
    message: `${operation.name} has no status ${status} (documented: ${known})`,
    remedy: "Expect a status that is documented",
    pact: `${pointer}/response/status`,
    contract: placeOfNode(operation),
  };
}

/** Pact compares the type of a body as it is written, and a problem document is not plain JSON. */
function contentTypeFindings(
  operation: Operation,
  documented: Response,
  { response: { headers, status, body }, pointer }: HttpInteraction,
): Finding[] {
  const type = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  const types = documented.content.map(({ mediaType }) => mediaType);
  const at = { side: "response", contract: placeOfNode(documented) } as const;
  if (types.length === 0 && isPresent(body))
    return [
      {
        ...at,
        code: "response.body",
        severity: "error",
        message: `Status ${status} of ${operation.name} has no body`,
        remedy: "Expect none",
        pact: `${pointer}/response/body`,
      },
    ];
  if (type === undefined || types.some((each) => each === type || each.includes("*")) || types.length === 0) return [];
  return [
    {
      ...at,
      code: "response.content-type",
      severity: "error",
      message: `Status ${status} of ${operation.name} is answered in ${types.join(" or ")}, not in ${type}`,
      remedy: `Expect the header Content-Type with ${types[0]}`,
      pact: `${pointer}/response/headers`,
    },
  ];
}

function isPresent(body: Json | undefined): boolean {
  return body !== undefined && body !== null && body !== "";
}

const remedies: Readonly<Record<string, string>> = {
  "request.authorization.missing":
    "Send the header Authorization with a bearer token (§5.1); in the pact, match it by its form",
  "request.content-type.incompatible": "Send the body in a media type that the operation takes",
  "request.content-type.missing": "Say in the pact in which media type the body is sent",
  "response.header.unknown": "Expect only headers that are documented",
  "response.header.incompatible": "Expect a value that the header's schema allows",
  "response.header.undefined": "Expect only headers that are documented",
};

function ofHeaders(
  { code, severity, part, location, message }: Remark,
  operation: Operation,
  documented: Response,
  pointer: string,
): Finding {
  // A pact lists the headers that matter to it: others may be sent, the token before all.
  const isUnsaid = code === "request.authorization.missing";
  const header = documented.headers.find(({ name }) => location === `headers.${name}`);
  return {
    code,
    severity: isUnsaid ? "warning" : severity,
    side: part,
    message: isUnsaid
      ? `The pact does not say that ${operation.name} is sent a token`
      : message.replace(/ in the spec file/, ` in the contract of ${operation.name}`),
    remedy: remedies[code] ?? "Change the pact, or the contract where that is wrong",
    pact: `${pointer}/${part}/${location.split(".", 1)[0]}`,
    contract: placeOfNode(header ?? (part === "request" ? operation : documented)),
  };
}
