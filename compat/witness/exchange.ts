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
import { exchangesIn } from "../pairing/exchanges.ts";
import { type Finding, pairOn } from "../rules/support/judge.ts";
import { type Reach, isInShape, itemsOn, shapesOn } from "../model/usage-graph.ts";
import { answeredWith, sentLike } from "./answered.ts";
import { couldBeSent } from "./other-shape.ts";
import { placedIn } from "./placed.ts";
import { onSchemas } from "./prove.ts";
import { type Showing, requestFor } from "./request.ts";
import type { Effort } from "./search.ts";
import { standingAt, stepsIn } from "./steps.ts";
import { tellings, withdrawn } from "./telling.ts";

/** What proves a breaking finding where the walk reached it: a value as it was found, and the request that goes with it. */
export function witnessAt(
  finding: Finding & { readonly witness?: Pick<Witness, "shows" | "value"> },
  reach: Reach,
  pair: Pair<Contract>,
  effort: Effort,
): { readonly witness: Witness; readonly isTaken: boolean } | undefined {
  const { found, rule, polarity } = finding;
  const { root, path } = reach;
  // What a document says of itself is in no exchange, and what is new is in none of the base.
  const isNowhere = rule.on === "marked" || (rule.on === "api" && rule.kind === "added");
  if (isNowhere || (onSchemas.has(rule.on) && !finding.witness)) return undefined;
  const { shows, value } = finding.witness ?? { shows: showsOf(finding) };
  const step = found.step ?? "";
  const { base } = pair;
  const exchange = base && exchangesOf(base).get(root.name);
  // What a webhook newly sends, its revision describes.
  const sending = shows === "unexpected" && exchange && !("path" in exchange) ? pair.revision : base;
  const speaking = sending && exchangesOf(sending).get(root.name);
  const mayBeTaken = shows === "refused" && value !== undefined && path.startsWith("body") && isInShape(finding.spot);
  const isCarried =
    polarity !== undefined && rule.on !== "responses" && root.status === undefined && shows !== "refused";
  // What a consumer answers to a webhook or callback.
  const isReply = polarity === "in" && root.status !== undefined;
  const request = sending && speaking && requestOf(sending, speaking);
  const isAlone = isCallback(sending, speaking);
  const carrier = isReply ? reply() : request;
  const isTaken =
    shows === "unexpected" ? isSentOtherwise() : carrier?.body !== undefined && isTakenWhole(carrier.body);
  return {
    witness: {
      shows,
      ...(value !== undefined && { value }),
      ...(value !== undefined && (isReply || step !== "") && { at: isReply ? `status ${root.status} ${path}` : path }),
      ...(request && !isAlone && { request: { ...request, path: (found.below ?? "") + request.path } }),
      ...(value === undefined && (withdrawn(finding, reach) ?? answered() ?? alone())),
    },
    isTaken,
  };

  /** What the answer of the base has that is gone of it. */
  function answered(): Pick<Witness, "value" | "at"> | undefined {
    if (!base || !exchange) return undefined;
    return answeredWith(finding, reach, { contract: base, asked: exchange, showing: around(base) });
  }

  /** Of a callback, which has no request to show: the headers that are sent, or the body. */
  function alone(): Pick<Witness, "value" | "at"> | undefined {
    if (!request || !isAlone || isReply) return undefined;
    const { headers, body } = request;
    if ((path + step).startsWith("header")) return { value: headers, at: "header" };
    return body === undefined ? undefined : { value: body, at: "body" };
  }

  /** What leads to the place of the finding in the bodies of a side. */
  function around(contract: Contract): Showing {
    const above = (below: string): string => path.slice(0, path.length - below.length);
    const side = contract === base ? "base" : "revision";
    return {
      effort,
      media: root.media?.[side].pointer,
      items: itemsOn(reach).map(({ after, below }) => ({ path: above(below), after })),
      shapes: shapesOn(reach).map(({ shape, below }) => ({ path: above(below), schemas: shape[side].schemas })),
    };
  }

  function requestOf(contract: Contract, asked: Operation | Webhook): WitnessRequest | undefined {
    // The way to what is answered is none in what is asked.
    const way = root.status === undefined ? around(contract) : { effort };
    const ask = (shown: Showing) => requestFor(contract, asked, placedIn(contract, asked, shown));
    if (value !== undefined) return ask({ ...way, ...(root.status === undefined && carrying()) });
    for (const more of isCarried ? tellings(finding) : [{}]) {
      const telling = ask({ ...way, ...showing(), ...more });
      if (telling) return telling;
    }
    return undefined;
  }

  function carrying(): Showing {
    const isProof = (body: Json): boolean => !isTakenWhole(body);
    return value !== undefined ? { path, value, isProof } : {};
  }

  /** The answer of a consumer that carries the value. */
  function reply(): WitnessRequest | undefined {
    const response = exchange?.responses.find(({ status }) => status === root.status);
    if (!mayBeTaken || !base || !response) return undefined;
    return requestFor(base, sentLike(response, "in"), { ...around(base), ...carrying() });
  }

  /**
   * What one shape of a union refuses, another one may take. The outermost union is asked: what the revision refuses
   * elsewhere in the body proves nothing here.
   */
  function isTakenWhole(body: Json): boolean {
    const outermost = shapesOn(reach).at(-1);
    if (!mayBeTaken || !pair.revision || !outermost) return false;
    const at = path.slice("body".length, path.length - outermost.below.length);
    const whole = standingAt(body, stepsIn(at) ?? []);
    return (
      whole !== undefined && acceptedByAll(pair.revision, outermost.shape.revision.whole, "request", whole) === true
    );
  }

  function isSentOtherwise(): boolean {
    const { revision } = pair;
    if (value === undefined || !base || !revision || !path.startsWith("body") || !isInShape(finding.spot)) return false;
    return couldBeSent(value, reach, { base, revision });
  }

  /** What is gone is used; what is asked for now is left out. */
  function showing(): Showing {
    if (isCarried && shows === "unexpected" && rule.concern === "presence")
      return { missing: path + step, beside: exchange };
    const content = pairOn("content", finding);
    const [type] = content ? (found.values ?? []) : [];
    if (isCarried && content)
      return { path: path + step, media: found.base, without: [...content.revision.types.keys()] };
    if (isCarried) return { path: path + step };
    return typeof type === "string" && root.status !== undefined && !isReply ? { accept: type } : {};
  }
}

/** A callback goes where an expression says that only a request gives a value to. */
function isCallback(contract: Contract | undefined, exchange: Operation | Webhook | undefined): boolean {
  return exchange !== undefined && !("path" in exchange) && !contract?.webhooks.includes(exchange);
}

function showsOf({ rule, found, polarity }: Finding): Witness["shows"] {
  if (rule.on === "operation" && rule.kind === "changed") return "refused";
  if (found.byName || rule.kind === "removed" || rule.on === "responses") return "gone";
  return polarity === "out" ? "unexpected" : "refused";
}

/** Operations, webhooks and callbacks, by the names that the walk gives them. The first of a name counts. */
const exchangesOf = oncePer((contract: Contract): ReadonlyMap<string, Operation | Webhook> => {
  const entries = exchangesIn(contract).map(({ name, node }) => [name, node] as const);
  return new Map(entries.toReversed());
});
