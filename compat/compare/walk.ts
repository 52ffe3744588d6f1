import { lifecycleAt } from "../pairing/nodes/lifecycle-in.ts";
import { bothDeprecated, parameterNode, parameterWriting } from "../pairing/nodes/parameter-node.ts";
import type { Both, Pair } from "../model/pair.ts";
import type { Codes } from "../model/code-list.ts";
import {
  type Body,
  type Contract,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
  type Schema,
  type Webhook,
  headerParameter,
} from "../../contracts/index.ts";
import { judgeApis, operationsOf } from "./apis.ts";
import { bodyParts } from "../pairing/body-parts.ts";
import { exchangeNode } from "../pairing/nodes/exchange-nodes.ts";
import { reachableFrom, callbackName } from "../pairing/exchanges.ts";
import { isXml, mediaNames, bodySchemas, commonTextKind } from "../pairing/media-types.ts";
import { type Finding, type Judge, createJudge } from "../rules/support/judge.ts";
import { pairCallbacks, pairMedia, pairResponses, pairWebhooks, pairHeaders } from "../pairing/pair-operations.ts";
import { allParameters, wireParameters } from "../pairing/wire-parameters.ts";
import type { Settings } from "../verdicts/questions.ts";
import { type UsageNode, rootNode } from "../model/usage-graph.ts";
import type { AnyRule } from "../rules/support/rule.ts";
import type {
  ResponseHeaderNode,
  ContentNode,
  PartWithBasis,
  ParameterNode,
  Polarity,
} from "../pairing/nodes/subjects.ts";
import { pathPrefixes } from "../pairing/servers.ts";
import { identifySchemes } from "../pairing/security-schemes.ts";
import { createSchemaWalk } from "./schema-walk.ts";
import { alternativesOf, typesOf } from "../schema/alternatives.ts";
import { type IsUnchanged, createUnchanged } from "../pairing/unchanged.ts";
import { propertyStep, webhookName } from "../model/wording.ts";
import { createXmlWalk } from "./xml.ts";

/** An operation, webhook or callback that both contracts have. */
interface Exchange extends Both<Operation | Webhook> {
  readonly name: string;
  readonly isWebhook: boolean;
  /** Path templates of the operation. */
  readonly paths: Both<string>;
  readonly callbacks: readonly Pair<Webhook>[];
}

/** Options of a walk. */
export interface WalkOptions {
  readonly settings: Settings;
  /** Creates the check that skips unchanged parts. It only saves time. */
  readonly unchangedIn?: (contracts: Both<Contract>) => IsUnchanged;
}

/** Walks two contracts, or one that only one side has, and collects the findings of the rules. */
export function walk(
  pair: Pair<Contract>,
  rules: readonly AnyRule[],
  { settings, unchangedIn = createUnchanged }: WalkOptions,
): Finding[] {
  const findings: Finding[] = [];
  const judge = createJudge(rules, settings, findings);
  const operations = operationsOf(pair);
  judgeApis(pair, operations, judge);
  const { base, revision } = pair;
  if (base && revision)
    compareParts({ base, revision }, operations, { judge, unchanged: unchangedIn({ base, revision }) });
  return findings;
}

function compareParts(
  both: Both<Contract>,
  operations: readonly Pair<Operation>[],
  { judge, unchanged }: { readonly judge: Judge; readonly unchanged: IsUnchanged },
): void {
  const schemas = createSchemaWalk(both.base, both.revision, judge);
  const identify = identifySchemes(both);
  const compareXml = createXmlWalk(both, schemas.inside, judge);
  for (const { base, revision } of operations) {
    if (base && revision) compareTogether(exchangeOf({ base, revision }, base.name));
  }
  for (const pair of pairWebhooks(both.base.webhooks, both.revision.webhooks))
    compareTogether(exchangeOf(pair, webhookName(pair.base)));
  schemas.finish();

  /** Compares an exchange and its callbacks. The provider sends the request of a webhook, and receives the response. */
  function compareTogether(first: Exchange): void {
    const keyOf = ({ base, revision }: Exchange): string => `${base.name} ${base.pointer} ${revision.pointer}`;
    for (const exchange of reachableFrom(first, sentFor, keyOf)) {
      if (exchange.isWebhook) judgeDelivery(exchange);
      const [asked, answered] = exchange.isWebhook ? (["out", "in"] as const) : (["in", "out"] as const);
      compareExchanges(exchange, asked, answered);
    }
  }

  function judgeDelivery({ base, revision, name }: Exchange): void {
    const sent = (webhook: Operation | Webhook, side: "base" | "revision") => ({
      pointer: webhook.pointer,
      credentials: identify[side](("credentials" in webhook && webhook.credentials) || []),
    });
    const nodes = { base: sent(base, "base"), revision: sent(revision, "revision") };
    judge("delivery", nodes, { spot: rootNode({ name, isWebhook: true }), basis: base.basis, polarity: "out" });
  }

  function compareExchanges(exchange: Exchange, asked: Polarity, answered: Polarity): void {
    const spot = rootNode({ name: exchange.name, isWebhook: exchange.isWebhook });
    const beginnings = pathPrefixes(exchange.paths);
    const node = (side: "base" | "revision") =>
      exchangeNode(both[side], exchange[side], {
        name: exchange.name,
        beginning: beginnings[side],
        callbacks: exchange.callbacks.map((callbacks) => callbacks[side]),
        identify: identify[side],
      });
    const nodes = { base: node("base"), revision: node("revision") };
    judge("operation", nodes, { spot, basis: exchange.base.basis });
    judgeMarks(exchange, exchange, { spot, step: "" });
    if (!isAskedAsBefore(exchange)) compareRequests(exchange, spot, asked);
    if (!isAnsweredAsBefore(exchange)) compareAnswers(exchange, answered);
  }

  /** Checks that requests are unchanged. Parameters may be written outside the operation. */
  function isAskedAsBefore({ base, revision, paths }: Exchange): boolean {
    const [ours, theirs] = [base, revision].map(allParameters) as [Parameter[], Parameter[]];
    if (paths.base !== paths.revision || ours.length !== theirs.length) return false;
    const isWhole = unchanged(base, revision);
    const isInside = ({ pointer }: PartWithBasis): boolean => isWhole && pointer.startsWith(`${base.pointer}/`);
    const isBodyUnchanged =
      isWhole || (base.body && revision.body ? unchanged(base.body, revision.body) : base.body === revision.body);
    return isBodyUnchanged && ours.every((one, index) => isInside(one) || unchanged(one, theirs[index] as Parameter));
  }

  function isAnsweredAsBefore({ base, revision }: Exchange): boolean {
    if (unchanged(base, revision)) return true;
    const isSame = (one: Response, other: Response | undefined): boolean =>
      one.status === other?.status && unchanged(one, other);
    return (
      base.responses.length === revision.responses.length &&
      base.responses.every((one, index) => isSame(one, revision.responses[index]))
    );
  }

  /** Reports a part whose basis changed, unless the basis of the part around it changed. */
  function judgeMarks(
    around: Both<PartWithBasis>,
    { base: one, revision: other }: Both<PartWithBasis>,
    { spot, step, polarity }: { readonly spot: UsageNode; readonly step: string; readonly polarity?: Polarity },
  ): void {
    if (one.basis === other.basis || (step !== "" && around.base.basis !== around.revision.basis)) return;
    const pair = { base: { ...one, step }, revision: { ...other, step } };
    judge("marked", pair, { spot, basis: one.basis, ...(polarity && { polarity }) });
  }

  function compareRequests(exchange: Exchange, spot: UsageNode, polarity: Polarity): void {
    const { base, revision, paths } = exchange;
    const lists = wireParameters({ base: [base, paths.base], revision: [revision, paths.revision] }, schemas.read);
    const node = (side: "base" | "revision") => {
      const contract = both[side];
      const parameters = new Map<string, ParameterNode>();
      for (const [key, parameter] of lists[side]) {
        const view = schemas.read[side](parameter.schema);
        const types = typesOf(alternativesOf(contract, view));
        parameters.set(key, parameterNode(contract, parameter, polarity, { types, view }));
      }
      const { pointer, basis, body } = exchange[side];
      return { polarity, pointer, basis, parameters, ...(body && { body }) };
    };
    const nodes = { base: node("base"), revision: node("revision") };
    judge("request", nodes, { spot, basis: base.basis, polarity });
    for (const [key, ours] of nodes.base.parameters) {
      const theirs = nodes.revision.parameters.get(key);
      if (!theirs) continue;
      judgeMarks(exchange, { base: ours, revision: theirs }, { spot, step: ours.step, polarity });
      const deprecated = bothDeprecated({ base: ours, revision: theirs });
      judge("parameter", deprecated ?? { base: ours, revision: theirs }, { spot, basis: ours.basis, polarity });
      const pair = { base: lists.base.get(key) as Parameter, revision: lists.revision.get(key) as Parameter };
      compareSchemas(pair, { spot, step: ours.step, polarity, carried: pair, isDeprecated: deprecated !== undefined });
    }
    if (!base.body || !revision.body) return;
    judgeMarks(exchange, { base: base.body, revision: revision.body }, { spot, step: "body", polarity });
    compareContent({ base: base.body, revision: revision.body }, spot, polarity);
    for (const pair of pairMedia(base.body.content, revision.body.content))
      compareBodyParts(pair, inMedia(spot, pair), polarity);
  }

  /** Compares the parts of forms. Without an `encoding` on either side, the schemas are enough. */
  function compareBodyParts(pair: Both<MediaType>, spot: UsageNode, polarity: Polarity): void {
    const partsOf = (side: "base" | "revision") => {
      const { schema } = pair[side];
      const view = schema && schemas.read[side](schema);
      return bodyParts(both[side], pair[side], { polarity, view, read: schemas.inside[side] });
    };
    const theirs = partsOf("revision");
    for (const [name, one] of partsOf("base")) {
      const other = theirs.get(name);
      if (!other || (!one.hasEncoding && !other.hasEncoding)) continue;
      judge("part", { base: one, revision: other }, { spot, basis: one.basis, polarity });
      for (const [key, header] of one.headers) {
        const its = other.headers.get(key);
        if (its) compareSchemas({ base: header, revision: its }, { spot, step: header.step, polarity });
      }
    }
  }

  function compareAnswers({ base, revision, name, isWebhook }: Exchange, polarity: Polarity): void {
    const node = ({ responses, pointer, basis }: Operation | Webhook, side: "base" | "revision") => {
      const bodyOf = ({ content }: Response): string =>
        content
          .map(({ mediaType, schema }) => `${mediaType} ${schema ? schemas.digests[side](schema.value) : ""}`)
          .toSorted()
          .join();
      const codesOf = ({ content }: Response): Codes => {
        const lists = content.flatMap(({ schema }) => (schema ? schemas.codes[side](schema) : []));
        // Many operations share one list, which is then compared once.
        return lists.length === 1 ? (lists[0] as Codes) : new Map(lists.flatMap((list) => [...list]));
      };
      const statuses = responses.map(
        (one) => [one.status, { ...one, body: bodyOf(one), codes: () => codesOf(one) }] as const,
      );
      return { polarity, pointer, basis, statuses: new Map(statuses) };
    };
    const nodes = { base: node(base, "base"), revision: node(revision, "revision") };
    judge("responses", nodes, { spot: rootNode({ name, isWebhook }), basis: base.basis, polarity });
    for (const responses of pairResponses(base.responses, revision.responses)) {
      const { status } = responses.base;
      const spot = rootNode({ name, isWebhook, status });
      judgeMarks({ base, revision }, responses, { spot, step: `status ${status}`, polarity });
      if (unchanged(responses.base, responses.revision)) continue;
      compareContent(responses, spot, polarity);
      compareHeaders(responses, spot, polarity);
    }
  }

  function compareHeaders({ base, revision }: Both<Response>, spot: UsageNode, polarity: Polarity): void {
    const node = ({ headers, pointer, basis }: Response, side: "base" | "revision") => ({
      polarity,
      pointer,
      basis,
      headers: new Map(
        headers.map((header): [string, ResponseHeaderNode] => {
          const types = typesOf(alternativesOf(both[side], schemas.read[side](header.schema)));
          const lifecycle = lifecycleAt(both[side], header.pointer);
          return [header.name, { ...header, writing: parameterWriting(headerParameter(header), types), lifecycle }];
        }),
      ),
    });
    const nodes = { base: node(base, "base"), revision: node(revision, "revision") };
    judge("headers", nodes, { spot, basis: base.basis, polarity });
    for (const pair of pairHeaders(base.headers, revision.headers)) {
      const carried = { base: headerParameter(pair.base), revision: headerParameter(pair.revision) };
      const step = `header${propertyStep(pair.base.name)}`;
      judgeMarks({ base, revision }, pair, { spot, step, polarity });
      compareSchemas(pair, { spot, step, polarity, carried });
    }
  }

  function compareContent(
    { base: one, revision: other }: Both<Body | Response>,
    spot: UsageNode,
    polarity: Polarity,
  ): void {
    const nameOfType = mediaNames(one.content, other.content);
    const node = ({ content, pointer, basis }: Body | Response): ContentNode => ({
      polarity,
      pointer,
      basis,
      types: new Map(content.map((type) => [nameOfType(type), type])),
    });
    judge("content", { base: node(one), revision: node(other) }, { spot, basis: one.basis, polarity });
    for (const pair of pairMedia(one.content, other.content)) {
      judgeMarks({ base: one, revision: other }, pair, { spot, step: "body", polarity });
      if (!pair.base.schema && !pair.revision.schema) continue;
      const { base, revision } = bodySchemas(pair);
      const body = commonTextKind(pair);
      if (isXml(pair.base) && isXml(pair.revision)) compareXml({ base, revision }, inMedia(spot, pair), polarity);
      const way = { from: inMedia(spot, pair), step: "body", ...(body && { body }) };
      schemas.compare({ base, revision }, pair, { way, polarity });
    }
  }

  function compareSchemas(
    { base, revision }: Both<PartWithBasis & { readonly schema: Schema }>,
    { spot, step, polarity, carried, isDeprecated }: SchemaPlace,
  ): void {
    // A parameter with a media type contains a document, and no text of a style.
    const isText = carried && [carried.base, carried.revision].some(({ mediaType }) => mediaType === undefined);
    const pair = { base: base.schema, revision: revision.schema };
    const way = { from: spot, step, ...(isText && { carried }), ...(isDeprecated && { isDeprecated }) };
    schemas.compare(pair, { base, revision }, { way, polarity });
  }
}

/** Place of a pair of schemas that no body has. */
interface SchemaPlace {
  readonly spot: UsageNode;
  readonly step: string;
  readonly polarity: Polarity;
  /** Parameters whose texts carry the values. */
  readonly carried?: Both<Parameter>;
  readonly isDeprecated?: boolean;
}

function exchangeOf({ base, revision }: Both<Operation | Webhook>, name: string): Exchange {
  const pathOf = (exchange: Operation | Webhook): string => ("path" in exchange ? exchange.path : "");
  return {
    base,
    revision,
    name,
    isWebhook: !("path" in base),
    paths: { base: pathOf(base), revision: pathOf(revision) },
    callbacks: pairCallbacks(base.callbacks ?? [], revision.callbacks ?? []),
  };
}

/** Callbacks that both sides have. */
function sentFor({ name, callbacks }: Exchange): Exchange[] {
  return callbacks.flatMap(({ base, revision }) =>
    base && revision ? [exchangeOf({ base, revision }, callbackName(name, base))] : [],
  );
}

function inMedia({ root, edges: ways }: UsageNode, media: Both<MediaType>): UsageNode {
  return { ...(root && { root: { ...root, media } }), edges: ways };
}
