import {
  type Contract,
  type MediaType,
  type Operation,
  type Response,
  createHeaderReader,
  findResponse,
  validatorOf,
} from "../../../contracts/index.ts";
import { type Citations, writeCitation } from "../../model/citations.ts";
import { bodyFindings, readBody } from "./body-findings.ts";
import { type Remark, compareInteraction } from "./comparator.ts";
import { placeOfNode } from "./contract-place.ts";
import { answeredTypeFindings, selectPactMedia, sentTypeFindings } from "./content-types.ts";
import type { Finding, Side } from "../finding.ts";
import type { HttpInteraction } from "../interaction.ts";
import { parameterFindings } from "./parameters.ts";
import { unpromisedFindings } from "./unpromised-findings.ts";

/** Remarks of the comparator that are used: on credentials, and on names of response headers. */
const usedRemarks = new Set(["request.authorization.missing", "response.header.unknown", "response.header.undefined"]);

/** Headers that any response may have (RFC 9110, sections 6.6.1 and 8.6; RFC 9112, section 6.1). */
const ofEveryAnswer = new Set(["date", "content-length", "content-type", "connection", "transfer-encoding"]);

/** Operation that interactions are checked against. */
interface CheckedOperation {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly profile: Citations;
}

/** Differences between an interaction and its operation. */
export async function checkHttp(
  { contract, operation, profile }: CheckedOperation,
  interaction: HttpInteraction,
  path: Readonly<Record<string, string>>,
): Promise<Finding[]> {
  const { request, response, pointer } = interaction;
  const documented = findResponse(operation, response.status);
  if (!documented) return [findUndocumentedStatus(operation, interaction)];
  const remarks = await compareInteraction({
    method: operation.method,
    request: { ...request, security: operation.security },
    response: {
      status: response.status,
      headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofEveryAnswer.has(name))),
      documented: documented.headers.map(({ name }) => name),
    },
  });
  return [
    // For a request that the contract does not allow, the consumer expects a refusal.
    ...(response.status < 400
      ? [...parameterFindings(contract, operation, interaction, path), ...sentTypeFindings(operation, interaction)]
      : []),
    ...onceEach(
      remarks
        .filter((remark) => usedRemarks.has(remark.code))
        .map((remark) => ofHeaders(remark, { operation, profile }, documented, pointer)),
    ),
    ...headerValueFindings(contract, documented, interaction),
    ...answeredTypeFindings(operation, documented, interaction),
    ...(response.status < 400 ? sentBodyFindings({ contract, operation, profile }, interaction) : []),
    ...expectedBodyFindings({ contract, profile }, documented, interaction),
  ];
}

function sentBodyFindings({ contract, operation, profile }: CheckedOperation, interaction: HttpInteraction): Finding[] {
  const { headers, body } = interaction.request;
  if (!operation.body) return [];
  const at = locatePactBody(interaction, "request");
  if (body === undefined) {
    if (operation.body.required)
      return [
        {
          code: "request.body",
          severity: "error",
          side: "request",
          message: `No body is sent, and ${operation.name} needs one`,
          remedy: "Send a body, and say so in the pact",
          pact: `${interaction.pointer}/request`,
          contract: placeOfNode(operation),
        },
      ];
    return [];
  }
  return ofBody(contract, selectPactMedia(operation.body, headers["content-type"]), {
    side: "request",
    type: headers["content-type"],
    body,
    at,
    owner: operation,
    profile,
  });
}

function expectedBodyFindings(
  { contract, profile }: Omit<CheckedOperation, "operation">,
  documented: Response,
  interaction: HttpInteraction,
): Finding[] {
  const { headers, body } = interaction.response;
  const type = headers["content-type"];
  if (body === undefined) return [];
  const at = locatePactBody(interaction, "response");
  return ofBody(contract, selectPactMedia(documented, type), {
    side: "response",
    type,
    body,
    at,
    owner: documented,
    profile,
  });
}

function ofBody(
  contract: Contract,
  media: MediaType | undefined,
  {
    type,
    body,
    ...given
  }: Omit<Parameters<typeof bodyFindings>[1], "schema"> & { readonly side: Side; readonly type: string | undefined },
): Finding[] {
  const value = media && readBody(contract, media, body, type);
  if (!media?.schema || value === undefined) return [];
  const { schema } = media;
  return [
    ...bodyFindings(contract, { ...given, schema, body: value }),
    ...(given.side === "response" ? unpromisedFindings(contract, schema, value, given) : []),
  ];
}

function locatePactBody({ pointer, raw }: HttpInteraction, part: "request" | "response"): string {
  return `${pointer}/${part}/body${"type" in raw ? "/content" : ""}`;
}

function findUndocumentedStatus(operation: Operation, { response: { status }, pointer }: HttpInteraction): Finding {
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

function ofHeaders(
  { code, severity, part, location, message }: Remark,
  { operation, profile }: Omit<CheckedOperation, "contract">,
  documented: Response,
  pointer: string,
): Finding {
  const common = { code, side: part, pact: `${pointer}/${part}/${location.split(".", 1)[0]}` } as const;
  // A pact lists only the headers that matter. Others may be sent, above all the token.
  if (code === "request.authorization.missing")
    return {
      ...common,
      severity: "warning",
      message: `The pact does not say that ${operation.name} is sent a token`,
      remedy: `Send ${listRequiredCredentials(operation)}${writeCitation(profile, "credentials")}; in the pact, match it by its form`,
      contract: placeOfNode(operation),
    };
  return {
    ...common,
    severity,
    message: message.replace(/ in the spec file/, ` in the contract of ${operation.name}`),
    remedy: "Expect only headers that are documented",
    contract: placeOfNode(documented),
  };
}

/** Expected values of headers that their schemas do not allow. */
function headerValueFindings(
  contract: Contract,
  { headers }: Response,
  { response, pointer }: HttpInteraction,
): Finding[] {
  return headers.flatMap((header): Finding[] => {
    const { name, schema } = header;
    const text = response.headers[name.toLowerCase()] ?? response.headers[name];
    if (text === undefined) return [];
    const value = createHeaderReader(contract, header)(text);
    if (validatorOf(contract, schema.pointer, "response")(value).length === 0) return [];
    return [
      {
        code: "response.header.incompatible",
        severity: "error",
        side: "response",
        message: `The header ${name} is ${JSON.stringify(text)}, which its schema does not allow`,
        remedy: "Expect a value that the header's schema allows",
        pact: `${pointer}/response/headers`,
        contract: placeOfNode(header),
      },
    ];
  });
}

/** Required credentials as text: "a bearer token or the header X-Key". */
function listRequiredCredentials({ security }: Operation): string {
  const ways = security.map((schemes) =>
    schemes
      .map(({ type, scheme, in: place, parameter }) => {
        if (type === "apiKey") return `the ${place === "query" ? "parameter" : place} ${parameter}`;
        if (scheme === "basic") return "a name and a password (Basic)";
        return "the header Authorization with a bearer token";
      })
      .join(" and "),
  );
  return [...new Set(ways)].join(" or ");
}

/** One finding for alternative credentials, because each of them would be enough. */
function onceEach(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.message}`, finding])).values()];
}
