import type { Pair } from "../model/pair.ts";
import {
  type Contract,
  type Json,
  type Operation,
  type Webhook,
  acceptedByAll,
  oncePer,
} from "../../contracts/index.ts";
import type { Witness, WitnessRequest } from "../model/change.ts";
import { listPairableOperations } from "../pairing/exchanges.ts";
import { type Finding, pairOn } from "../rules/support/judge.ts";
import { type UsagePath, isInShape, itemsOnPath, shapesOnPath } from "../model/usage-graph.ts";
import { responseProof, responseAsWebhook } from "./response-proof.ts";
import { isKnownFromOtherShape } from "./other-shape.ts";
import { contentInExchange } from "./content-in-exchange.ts";
import { onSchemas } from "./prove.ts";
import { type RequestContent, buildSmallestRequest } from "./request.ts";
import type { Effort } from "./search.ts";
import { valueAtSteps, parsePathSteps } from "./steps.ts";
import { requestContents, removedValue } from "./request-contents.ts";

/** Builds the proof of a breaking finding at its place in an exchange: a value, and a request that contains it. */
export function buildProof(
  finding: Finding & { readonly witness?: Pick<Witness, "shows" | "value"> },
  reach: UsagePath,
  pair: Pair<Contract>,
  effort: Effort,
): { readonly witness: Witness; readonly isAccepted: boolean } | undefined {
  const { found, rule, polarity } = finding;
  const { root, path } = reach;
  // Marks are in no exchange, and an added API is in no exchange of the base.
  const isNowhere = rule.on === "marked" || (rule.on === "api" && rule.kind === "added");
  if (isNowhere || (onSchemas.has(rule.on) && !finding.witness)) return undefined;
  const { shows, value } = finding.witness ?? { shows: classifyProof(finding) };
  const step = found.step ?? "";
  const { base } = pair;
  const exchange = base && exchangesOf(base).get(root.name);
  // The revision describes new values in a webhook.
  const sending = shows === "unexpected" && exchange && !("path" in exchange) ? pair.revision : base;
  const exchangeOfSide = sending && exchangesOf(sending).get(root.name);
  const mayBeAccepted =
    shows === "refused" && value !== undefined && path.startsWith("body") && isInShape(finding.usage);
  const isCarried =
    polarity !== undefined && rule.on !== "responses" && root.status === undefined && shows !== "refused";
  // Response of a consumer to a webhook or callback.
  const isReply = polarity === "in" && root.status !== undefined;
  const request = sending && exchangeOfSide && createProofRequest(sending, exchangeOfSide);
  const isAlone = isCallback(sending, exchangeOfSide);
  const carrier = isReply ? reply() : request;
  const isAccepted =
    shows === "unexpected" ? isKnownInOtherShape() : carrier?.body !== undefined && isWholeAccepted(carrier.body);
  return {
    witness: {
      shows,
      ...(value !== undefined && { value }),
      ...(value !== undefined && (isReply || step !== "") && { at: isReply ? `status ${root.status} ${path}` : path }),
      ...(request && !isAlone && { request: { ...request, path: (found.below ?? "") + request.path } }),
      ...(value === undefined && (removedValue(finding, reach) ?? removedFromResponse() ?? callbackPart())),
    },
    isAccepted,
  };

  /** Part of the base's response that was removed. */
  function removedFromResponse(): Pick<Witness, "value" | "at"> | undefined {
    if (!base || !exchange) return undefined;
    return responseProof(finding, reach, { contract: base, asked: exchange, showing: around(base) });
  }

  /** Headers or body of a callback, because its URL is known only at run time. */
  function callbackPart(): Pick<Witness, "value" | "at"> | undefined {
    if (!request || !isAlone || isReply) return undefined;
    const { headers, body } = request;
    if ((path + step).startsWith("header")) return { value: headers, at: "header" };
    if (body === undefined) return undefined;
    return { value: body, at: "body" };
  }

  /** Media type, list positions and union shapes on the path to the finding, on one side. */
  function around(contract: Contract): RequestContent {
    const above = (rest: string): string => path.slice(0, path.length - rest.length);
    const side = contract === base ? "base" : "revision";
    return {
      effort,
      media: root.media?.[side].pointer,
      items: itemsOnPath(reach).map(({ after, rest }) => ({ path: above(rest), after })),
      shapes: shapesOnPath(reach).map(({ shape, rest }) => ({
        path: above(rest),
        schemas: shape[side].schemas,
      })),
    };
  }

  function createProofRequest(contract: Contract, requestedExchange: Operation | Webhook): WitnessRequest | undefined {
    // The path of a finding in a response does not apply to the request.
    const way = root.status === undefined ? around(contract) : { effort };
    const ask = (shown: RequestContent) =>
      buildSmallestRequest(contract, requestedExchange, contentInExchange(contract, requestedExchange, shown));
    if (value !== undefined) return ask({ ...way, ...(root.status === undefined && carrying()) });
    for (const more of isCarried ? requestContents(finding) : [{}]) {
      const example = ask({ ...way, ...showing(), ...more });
      if (example) return example;
    }
    return undefined;
  }

  function carrying(): RequestContent {
    const isProof = (body: Json): boolean => !isWholeAccepted(body);
    if (value !== undefined) return { path, value, isProof };
    return {};
  }

  /** Response of a consumer with the value. */
  function reply(): WitnessRequest | undefined {
    const response = exchange?.responses.find(({ status }) => status === root.status);
    if (!mayBeAccepted || !base || !response) return undefined;
    return buildSmallestRequest(base, responseAsWebhook(response, "in"), { ...around(base), ...carrying() });
  }

  /**
   * Checks whether another shape of the union accepts the value. Only the outermost union is validated, because a
   * rejection elsewhere in the body proves nothing here.
   */
  function isWholeAccepted(body: Json): boolean {
    const outermost = shapesOnPath(reach).at(-1);
    if (!mayBeAccepted || !pair.revision || !outermost) return false;
    const unionPath = path.slice("body".length, path.length - outermost.rest.length);
    const whole = valueAtSteps(body, parsePathSteps(unionPath) ?? []);
    return (
      whole !== undefined && acceptedByAll(pair.revision, outermost.shape.revision.whole, "request", whole) === true
    );
  }

  function isKnownInOtherShape(): boolean {
    const { revision } = pair;
    if (value === undefined || !base || !revision || !path.startsWith("body") || !isInShape(finding.usage))
      return false;
    return isKnownFromOtherShape(value, reach, { base, revision });
  }

  /**
   * Content of a request that proves a change without a value: with the removed part, or without the part that is now
   * required.
   */
  function showing(): RequestContent {
    if (isCarried && shows === "unexpected" && rule.concern === "presence")
      return { missing: path + step, beside: exchange };
    const content = pairOn("content", finding);
    const [type] = content ? (found.values ?? []) : [];
    if (isCarried && content)
      return { path: path + step, media: found.base, without: [...content.revision.types.keys()] };
    if (isCarried) return { path: path + step };
    if (typeof type === "string" && root.status !== undefined && !isReply) return { accept: type };
    return {};
  }
}

/** Checks for a callback, whose URL is an expression that only a request can resolve. */
function isCallback(contract: Contract | undefined, exchange: Operation | Webhook | undefined): boolean {
  return exchange !== undefined && !("path" in exchange) && !contract?.webhooks.includes(exchange);
}

function classifyProof({ rule, found, polarity }: Finding): Witness["shows"] {
  if (rule.on === "operation" && rule.kind === "changed") return "refused";
  if (found.byName || rule.kind === "removed" || rule.on === "responses") return "gone";
  if (polarity === "out") return "unexpected";
  return "refused";
}

/** Operations, webhooks and callbacks by name. Of several with one name, the first. */
const exchangesOf = oncePer((contract: Contract): ReadonlyMap<string, Operation | Webhook> => {
  const entries = listPairableOperations(contract).map(({ name, node }) => [name, node] as const);
  return new Map(entries.toReversed());
});
