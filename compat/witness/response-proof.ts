import { parameterStep } from "../pairing/nodes/parameter-node.ts";
import {
  type Contract,
  type Json,
  type Operation,
  type Response,
  type Webhook,
  headerParameter,
} from "../../contracts/index.ts";
import type { Witness } from "../model/change.ts";
import type { Finding } from "../rules/support/judge.ts";
import type { UsagePath } from "../model/usage-graph.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";
import { type RequestContent, buildSmallestRequest } from "./request.ts";

type ProofValue = Required<Pick<Witness, "value" | "at">>;

/** Maximum length of the JSON of a response in a report. */
const LONGEST = 2_000;

/**
 * Finds a part of the base's response that shows a removal: the smallest body with the removed property, the text of the
 * removed header, or the media type of a consumer's response. If a header became optional or required, the proof is an
 * empty set of headers. Undefined if the finding is not about a response, or if no example is found.
 */
export function responseProof(
  { rule, found, polarity }: Finding,
  { root, path }: UsagePath,
  {
    contract,
    asked: exchange,
    showing,
  }: { readonly contract: Contract; readonly asked: Operation | Webhook; readonly showing: RequestContent },
): ProofValue | undefined {
  if (!polarity || root.status === undefined) return undefined;
  const place = `status ${root.status}`;
  if (rule.on === "headers" && rule.concern === "presence") return { value: {}, at: `${place} header` };
  const [type] = rule.on === "content" ? (found.values ?? []) : [];
  if (polarity === "in" && type !== undefined) return { value: type, at: `${place} header.content-type` };
  const response = exchange.responses.find(({ status }) => status === root.status);
  const whole = path + (found.step ?? "");
  if (!response || rule.kind !== "removed" || !/^(body|header)[.[]/.test(whole)) return undefined;
  const sending = responseAsWebhook(response, polarity);
  const header = sending.parameters.find((one) => parameterStep(one) === whole);
  const sent = buildSmallestRequest(contract, sending, { ...showing, path: whole });
  const value: Json | undefined = header ? sent?.headers[header.name] : sent?.body;
  if (value === undefined || JSON.stringify(value).length > LONGEST) return undefined;
  return { value, at: `${place} ${header ? whole : "body"}` };
}

/** Converts a response to a webhook, so that it can be written as headers and a body. Responses of a consumer go to the provider. */
export function responseAsWebhook(response: Response, polarity: Polarity): Webhook {
  return {
    ...response,
    name: "",
    method: "POST",
    summary: "",
    parameters: response.headers.map(headerParameter),
    body: { ...response, required: false },
    responses: [],
    ...(polarity === "in" && { path: "" }),
  };
}
