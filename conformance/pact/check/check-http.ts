import {
  type Contract,
  type Header,
  type MediaType,
  type Operation,
  type Response,
  createHeaderReader,
  responseFor,
  validatorOf,
} from "../../../contracts/index.ts";
import { type Citations, citationOf } from "../../model/citations.ts";
import { bodyFindings, readBody } from "./body-findings.ts";
import { type Remark, compare, selfContainedSchema } from "./comparator.ts";
import { placeOfNode } from "./contract-place.ts";
import { answeredTypeFindings, mediaOf, sentTypeFindings } from "./content-types.ts";
import type { Finding, Side } from "../finding.ts";
import type { HttpInteraction } from "../interaction.ts";
import { parameterFindings } from "./parameters.ts";
import { unpromisedFindings } from "./unpromised-findings.ts";

/** Remarks of the comparator that are used: credentials and response headers. Concord judges everything else itself. */
const usedRemarks = new Set([
  "request.authorization.missing",
  "response.header.unknown",
  "response.header.incompatible",
  "response.header.undefined",
]);

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
  const documented = responseFor(operation, response.status);
  if (!documented) return [undocumented(operation, interaction)];
  const remarks = await compare({
    method: operation.method,
    request: { ...request, security: operation.security },
    response: {
      status: response.status,
      headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !ofEveryAnswer.has(name))),
      documented: Object.fromEntries(
        documented.headers.map(({ name, schema }) => [name, { schema: selfContainedSchema(contract, schema) }]),
      ),
    },
  });
  return [
    // For a request that the contract does not allow, the consumer expects a refusal.
    ...(response.status < 400
      ? [...parameterFindings(contract, operation, interaction, path), ...sentTypeFindings(operation, interaction)]
      : []),
    ...onceEach(
      remarks
        .filter((remark) => usedRemarks.has(remark.code) && !acceptsHeader(remark, { contract, documented, response }))
        .map((remark) => ofHeaders(remark, { operation, profile }, documented, pointer)),
    ),
    ...answeredTypeFindings(operation, documented, interaction),
    ...(response.status < 400 ? sentBodyFindings({ contract, operation, profile }, interaction) : []),
    ...expectedBodyFindings({ contract, profile }, documented, interaction),
  ];
}

function sentBodyFindings({ contract, operation, profile }: CheckedOperation, interaction: HttpInteraction): Finding[] {
  const { headers, body } = interaction.request;
  if (!operation.body) return [];
  const at = bodyAt(interaction, "request");
  if (body === undefined)
    return operation.body.required
      ? [
          {
            code: "request.body",
            severity: "error",
            side: "request",
            message: `No body is sent, and ${operation.name} needs one`,
            remedy: "Send a body, and say so in the pact",
            pact: `${interaction.pointer}/request`,
            contract: placeOfNode(operation),
          },
        ]
      : [];
  return ofBody(contract, mediaOf(operation.body, headers["content-type"]), {
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
  const at = bodyAt(interaction, "response");
  return ofBody(contract, mediaOf(documented, type), { side: "response", type, body, at, owner: documented, profile });
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

function bodyAt({ pointer, raw }: HttpInteraction, part: "request" | "response"): string {
  return `${pointer}/${part}/body${"type" in raw ? "/content" : ""}`;
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

const remedies: Readonly<Record<string, string>> = {
  "response.header.unknown": "Expect only headers that are documented",
  "response.header.incompatible": "Expect a value that the header's schema allows",
  "response.header.undefined": "Expect only headers that are documented",
};

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
      remedy: `Send ${credentialsOf(operation)}${citationOf(profile, "credentials")}; in the pact, match it by its form`,
      contract: placeOfNode(operation),
    };
  const header = headerAt(location, documented);
  return {
    ...common,
    severity,
    message: message.replace(/ in the spec file/, ` in the contract of ${operation.name}`),
    remedy: remedies[code] ?? "Change the pact, or the contract where that is wrong",
    contract: placeOfNode(header ?? documented),
  };
}

interface ComparedHeaders {
  readonly contract: Contract;
  readonly documented: Response;
  readonly response: HttpInteraction["response"];
}

/** True for a header that its schema accepts. The comparator reads lists and unions as plain text. */
function acceptsHeader({ code, location }: Remark, { contract, documented, response }: ComparedHeaders): boolean {
  const header = code === "response.header.incompatible" ? headerAt(location, documented) : undefined;
  const text = header && response.headers[header.name];
  if (!header || text === undefined) return false;
  const value = createHeaderReader(contract, header)(text);
  return validatorOf(contract, header.schema.pointer, "response")(value).length === 0;
}

function headerAt(location: string, { headers }: Response): Header | undefined {
  return headers.find(({ name }) => location.toLowerCase() === `headers.${name.toLowerCase()}`);
}

/** Required credentials as text: "a bearer token or the header X-Key". */
function credentialsOf({ security }: Operation): string {
  const ways = security.map((schemes) =>
    schemes
      .map(({ type, scheme, in: place, parameter }) =>
        type === "apiKey"
          ? `the ${place === "query" ? "parameter" : place} ${parameter}`
          : scheme === "basic"
            ? "a name and a password (Basic)"
            : "the header Authorization with a bearer token",
      )
      .join(" and "),
  );
  return [...new Set(ways)].join(" or ");
}

/** One finding for alternative credentials, because each of them would be enough. */
function onceEach(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.message}`, finding])).values()];
}
