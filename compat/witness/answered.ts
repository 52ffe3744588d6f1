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
import type { Reach } from "../model/usage-graph.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";
import { type Showing, requestFor } from "./request.ts";

type Shown = Required<Pick<Witness, "value" | "at">>;

/** A longer answer nobody reads. */
const LONGEST = 2_000;

/**
 * The answer of the base that has what is gone of it: the least body around a property, the text of a header, or of what a
 * consumer answers the media type; of a header that need not be there any more, or has to be there now, headers without
 * it. Undefined for what is no part of an answer, or where none is found.
 */
export function answeredWith(
  { rule, found, polarity }: Finding,
  { root, path }: Reach,
  {
    contract,
    asked,
    showing,
  }: { readonly contract: Contract; readonly asked: Operation | Webhook; readonly showing: Showing },
): Shown | undefined {
  if (!polarity || root.status === undefined) return undefined;
  const place = `status ${root.status}`;
  if (rule.on === "headers" && rule.concern === "presence") return { value: {}, at: `${place} header` };
  const [type] = rule.on === "content" ? (found.values ?? []) : [];
  if (polarity === "in" && type !== undefined) return { value: type, at: `${place} header.content-type` };
  const response = asked.responses.find(({ status }) => status === root.status);
  const whole = path + (found.step ?? "");
  if (!response || rule.kind !== "removed" || !/^(body|header)[.[]/.test(whole)) return undefined;
  const sending = sentLike(response, polarity);
  const header = sending.parameters.find((one) => parameterStep(one) === whole);
  const sent = requestFor(contract, sending, { ...showing, path: whole });
  const value: Json | undefined = header ? sent?.headers[header.name] : sent?.body;
  if (value === undefined || JSON.stringify(value).length > LONGEST) return undefined;
  return { value, at: `${place} ${header ? whole : "body"}` };
}

/** An answer is written as what a webhook sends is: headers, and a body. What a consumer answers is sent to the provider. */
export function sentLike(response: Response, polarity: Polarity): Webhook {
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
