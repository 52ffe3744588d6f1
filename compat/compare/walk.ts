import { type ComparedExchange, comparedExchange, callbackExchanges } from "./compared-exchange.ts";
import { readPointerLifecycle } from "../pairing/nodes/read-lifecycle.ts";
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
  omitUndefined,
} from "../../contracts/index.ts";
import { judgeApis, pairApiOperations } from "./apis.ts";
import { bodyParts } from "../pairing/body-parts.ts";
import { exchangeNode } from "../pairing/nodes/exchange-nodes.ts";
import { reachableFrom } from "../pairing/exchanges.ts";
import { isXml, mediaNames, bodySchemas, commonTextKind } from "../pairing/media-types.ts";
import { type Finding, type Judge, createJudge } from "../rules/support/judge.ts";
import { pairMedia, pairResponses, pairWebhooks, pairHeaders } from "../pairing/pair-operations.ts";
import { wireParameters } from "../pairing/wire-parameters.ts";
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
import { type IdentifySchemes, identifySchemes } from "../pairing/security-schemes.ts";
import { type SchemaWalk, createSchemaWalk } from "./schema-walk.ts";
import { listAlternatives, collectTypes } from "../schema/alternatives.ts";
import { type IsUnchanged, createUnchanged } from "../pairing/unchanged.ts";
import { propertyStep, webhookName } from "../model/wording.ts";
import { areResponsesUnchanged, isRequestUnchanged } from "./unchanged-exchange.ts";
import { type CompareXml, createXmlWalk } from "./xml.ts";

/** Options of a comparison. */
export interface WalkOptions {
  readonly settings: Settings;
  /** Creates the check that skips unchanged parts. It only saves time. */
  readonly unchangedIn?: (contracts: Both<Contract>) => IsUnchanged;
}

/** Walks two contracts, or one that only one side has, and collects the findings of the rules. */
export function walkContracts(
  pair: Pair<Contract>,
  rules: readonly AnyRule[],
  { settings, unchangedIn = createUnchanged }: WalkOptions,
): Finding[] {
  const findings: Finding[] = [];
  const judge = createJudge(rules, settings, findings);
  const operations = pairApiOperations(pair);
  judgeApis(pair, operations, judge);
  const { base, revision } = pair;
  if (base && revision)
    compareContractParts({ base, revision }, operations, { judge, unchanged: unchangedIn({ base, revision }) });
  return findings;
}

/** Means of one comparison. */
interface Comparison {
  readonly both: Both<Contract>;
  readonly judge: Judge;
  readonly unchanged: IsUnchanged;
  readonly schemas: SchemaWalk;
  readonly identify: Both<IdentifySchemes>;
  readonly compareXml: CompareXml;
}

function compareContractParts(
  both: Both<Contract>,
  operations: readonly Pair<Operation>[],
  { judge, unchanged }: { readonly judge: Judge; readonly unchanged: IsUnchanged },
): void {
  const schemas = createSchemaWalk(both.base, both.revision, judge);
  const identify = identifySchemes(both);
  const compareXml = createXmlWalk(both, schemas.readPlaces, judge);
  const comparison: Comparison = { both, judge, unchanged, schemas, identify, compareXml };
  for (const { base, revision } of operations) {
    if (base && revision) compareWithCallbacks(comparison, comparedExchange({ base, revision }, base.name));
  }
  for (const pair of pairWebhooks(both.base.webhooks, both.revision.webhooks))
    compareWithCallbacks(comparison, comparedExchange(pair, webhookName(pair.base)));
  schemas.finish();
}

/** Compares an exchange and its callbacks. The provider sends the request of a webhook, and receives the response. */
function compareWithCallbacks(comparison: Comparison, first: ComparedExchange): void {
  const toExchangeKey = ({ base, revision }: ComparedExchange): string =>
    `${base.name} ${base.pointer} ${revision.pointer}`;
  for (const exchange of reachableFrom(first, callbackExchanges, toExchangeKey)) {
    if (exchange.isWebhook) judgeDelivery(comparison, exchange);
    const [requestPolarity, responsePolarity] = exchange.isWebhook
      ? (["out", "in"] as const)
      : (["in", "out"] as const);
    compareExchanges(comparison, exchange, requestPolarity, responsePolarity);
  }
}

function judgeDelivery(comparison: Comparison, { base, revision, name }: ComparedExchange): void {
  const findSentContent = (webhook: Operation | Webhook, side: "base" | "revision") => ({
    pointer: webhook.pointer,
    credentials: comparison.identify[side](("credentials" in webhook && webhook.credentials) || []),
  });
  const nodes = { base: findSentContent(base, "base"), revision: findSentContent(revision, "revision") };
  comparison.judge("delivery", nodes, {
    usage: rootNode({ name, isWebhook: true }),
    basis: base.basis,
    polarity: "out",
  });
}

function compareExchanges(
  comparison: Comparison,
  exchange: ComparedExchange,
  requestPolarity: Polarity,
  responsePolarity: Polarity,
): void {
  const usage = rootNode({ name: exchange.name, isWebhook: exchange.isWebhook });
  const prefixes = pathPrefixes(exchange.paths);
  const node = (side: "base" | "revision") =>
    exchangeNode(comparison.both[side], exchange[side], {
      name: exchange.name,
      beginning: prefixes[side],
      callbacks: exchange.callbacks.map((callbacks) => callbacks[side]),
      identify: comparison.identify[side],
    });
  const nodes = { base: node("base"), revision: node("revision") };
  comparison.judge("operation", nodes, { usage, basis: exchange.base.basis });
  judgeMarks(comparison, exchange, exchange, { usage, step: "" });
  if (!isRequestUnchanged(comparison.unchanged, exchange))
    compareRequests(comparison, exchange, usage, requestPolarity);
  if (!areResponsesUnchanged(comparison.unchanged, exchange)) compareResponses(comparison, exchange, responsePolarity);
}

/** Reports a part whose basis changed, unless the basis of the part around it changed. */
function judgeMarks(
  comparison: Comparison,
  around: Both<PartWithBasis>,
  { base: one, revision: other }: Both<PartWithBasis>,
  { usage, step, polarity }: { readonly usage: UsageNode; readonly step: string; readonly polarity?: Polarity },
): void {
  if (one.basis === other.basis || (step !== "" && around.base.basis !== around.revision.basis)) return;
  const pair = { base: { ...one, step }, revision: { ...other, step } };
  comparison.judge("marked", pair, { usage, basis: one.basis, ...(polarity && { polarity }) });
}

function compareRequests(
  comparison: Comparison,
  exchange: ComparedExchange,
  usage: UsageNode,
  polarity: Polarity,
): void {
  const { base, revision, paths } = exchange;
  const lists = wireParameters(
    { base: [base, paths.base], revision: [revision, paths.revision] },
    comparison.schemas.read,
  );
  const node = (side: "base" | "revision") => {
    const contract = comparison.both[side];
    const parameters = new Map<string, ParameterNode>();
    for (const [key, parameter] of lists[side]) {
      const view = comparison.schemas.read[side](parameter.schema);
      const types = collectTypes(listAlternatives(contract, view));
      parameters.set(key, parameterNode(contract, parameter, polarity, { types, view }));
    }
    const { pointer, basis, body } = exchange[side];
    return omitUndefined({ polarity, pointer, basis, parameters, body });
  };
  const nodes = { base: node("base"), revision: node("revision") };
  comparison.judge("request", nodes, { usage, basis: base.basis, polarity });
  for (const [key, fromBase] of nodes.base.parameters) {
    const fromRevision = nodes.revision.parameters.get(key);
    if (!fromRevision) continue;
    judgeMarks(
      comparison,
      exchange,
      { base: fromBase, revision: fromRevision },
      { usage, step: fromBase.step, polarity },
    );
    const deprecated = bothDeprecated({ base: fromBase, revision: fromRevision });
    comparison.judge("parameter", deprecated ?? { base: fromBase, revision: fromRevision }, {
      usage,
      basis: fromBase.basis,
      polarity,
    });
    const pair = { base: lists.base.get(key) as Parameter, revision: lists.revision.get(key) as Parameter };
    compareSchemas(comparison, pair, {
      usage,
      step: fromBase.step,
      polarity,
      parameter: pair,
      isDeprecated: deprecated !== undefined,
    });
  }
  if (!base.body || !revision.body) return;
  judgeMarks(comparison, exchange, { base: base.body, revision: revision.body }, { usage, step: "body", polarity });
  compareContent(comparison, { base: base.body, revision: revision.body }, usage, polarity);
  for (const pair of pairMedia(base.body.content, revision.body.content))
    compareBodyParts(comparison, pair, withMedia(usage, pair), polarity);
}

/** Compares the parts of forms. Without an `encoding` on either side, the schemas are enough. */
function compareBodyParts(comparison: Comparison, pair: Both<MediaType>, usage: UsageNode, polarity: Polarity): void {
  const listEncodedParts = (side: "base" | "revision") => {
    const { schema } = pair[side];
    const view = schema && comparison.schemas.read[side](schema);
    return bodyParts(pair[side], { polarity, view, read: comparison.schemas.readPlaces[side] });
  };
  const fromRevision = listEncodedParts("revision");
  for (const [name, one] of listEncodedParts("base")) {
    const other = fromRevision.get(name);
    if (!other || (!one.hasEncoding && !other.hasEncoding)) continue;
    comparison.judge("part", { base: one, revision: other }, { usage, basis: one.basis, polarity });
    for (const [key, header] of one.headers) {
      const otherHeader = other.headers.get(key);
      if (otherHeader)
        compareSchemas(comparison, { base: header, revision: otherHeader }, { usage, step: header.step, polarity });
    }
  }
}

function compareResponses(
  comparison: Comparison,
  { base, revision, name, isWebhook }: ComparedExchange,
  polarity: Polarity,
): void {
  const node = ({ responses, pointer, basis }: Operation | Webhook, side: "base" | "revision") => {
    const toBodyKey = ({ content }: Response): string =>
      content
        .map(({ mediaType, schema }) => `${mediaType} ${schema ? comparison.schemas.digests[side](schema.value) : ""}`)
        .toSorted()
        .join();
    const collectCodes = ({ content }: Response): Codes => {
      const lists = content.flatMap(({ schema }) => (schema ? comparison.schemas.codes[side](schema) : []));
      // Many operations share one list, which is then compared once.
      if (lists.length === 1) return lists[0] as Codes;
      return new Map(lists.flatMap((list) => [...list]));
    };
    const statuses = responses.map(
      (one) => [one.status, { ...one, body: toBodyKey(one), codes: () => collectCodes(one) }] as const,
    );
    return { polarity, pointer, basis, statuses: new Map(statuses) };
  };
  const nodes = { base: node(base, "base"), revision: node(revision, "revision") };
  comparison.judge("responses", nodes, { usage: rootNode({ name, isWebhook }), basis: base.basis, polarity });
  for (const responses of pairResponses(base.responses, revision.responses)) {
    const { status } = responses.base;
    const usage = rootNode({ name, isWebhook, status });
    judgeMarks(comparison, { base, revision }, responses, { usage, step: `status ${status}`, polarity });
    if (comparison.unchanged(responses.base, responses.revision)) continue;
    compareContent(comparison, responses, usage, polarity);
    compareHeaders(comparison, responses, usage, polarity);
  }
}

function compareHeaders(
  comparison: Comparison,
  { base, revision }: Both<Response>,
  usage: UsageNode,
  polarity: Polarity,
): void {
  const node = ({ headers, pointer, basis }: Response, side: "base" | "revision") => ({
    polarity,
    pointer,
    basis,
    headers: new Map(
      headers.map((header): [string, ResponseHeaderNode] => {
        const types = collectTypes(
          listAlternatives(comparison.both[side], comparison.schemas.read[side](header.schema)),
        );
        const lifecycle = readPointerLifecycle(comparison.both[side], header.pointer);
        return [header.name, { ...header, writing: parameterWriting(headerParameter(header), types), lifecycle }];
      }),
    ),
  });
  const nodes = { base: node(base, "base"), revision: node(revision, "revision") };
  comparison.judge("headers", nodes, { usage, basis: base.basis, polarity });
  for (const pair of pairHeaders(base.headers, revision.headers)) {
    const parameter = { base: headerParameter(pair.base), revision: headerParameter(pair.revision) };
    const step = `header${propertyStep(pair.base.name)}`;
    judgeMarks(comparison, { base, revision }, pair, { usage, step, polarity });
    compareSchemas(comparison, pair, { usage, step, polarity, parameter });
  }
}

function compareContent(
  comparison: Comparison,
  { base: one, revision: other }: Both<Body | Response>,
  usage: UsageNode,
  polarity: Polarity,
): void {
  const nameOfType = mediaNames(one.content, other.content);
  const node = ({ content, pointer, basis }: Body | Response): ContentNode => ({
    polarity,
    pointer,
    basis,
    types: new Map(content.map((type) => [nameOfType(type), type])),
  });
  comparison.judge("content", { base: node(one), revision: node(other) }, { usage, basis: one.basis, polarity });
  for (const pair of pairMedia(one.content, other.content)) {
    judgeMarks(comparison, { base: one, revision: other }, pair, { usage, step: "body", polarity });
    if (!pair.base.schema && !pair.revision.schema) continue;
    const { base, revision } = bodySchemas(pair);
    const body = commonTextKind(pair);
    if (isXml(pair.base) && isXml(pair.revision))
      comparison.compareXml({ base, revision }, withMedia(usage, pair), polarity);
    const edge = { from: withMedia(usage, pair), step: "body", ...(body && { body }) };
    comparison.schemas.compare({ base, revision }, pair, { edge, polarity });
  }
}

function compareSchemas(
  comparison: Comparison,
  { base, revision }: Both<PartWithBasis & { readonly schema: Schema }>,
  { usage, step, polarity, parameter, isDeprecated }: SchemaPlace,
): void {
  // A parameter with a media type contains a document instead of text in a style.
  const isText = parameter && [parameter.base, parameter.revision].some(({ mediaType }) => mediaType === undefined);
  const pair = { base: base.schema, revision: revision.schema };
  const edge = { from: usage, step, ...(isText && { parameter }), ...(isDeprecated && { isDeprecated }) };
  comparison.schemas.compare(pair, { base, revision }, { edge, polarity });
}

/** Place of a pair of schemas outside of bodies: a parameter or header. */
interface SchemaPlace {
  readonly usage: UsageNode;
  readonly step: string;
  readonly polarity: Polarity;
  /** Parameters that contain the values as text. */
  readonly parameter?: Both<Parameter>;
  readonly isDeprecated?: boolean;
}

function withMedia({ root, edges }: UsageNode, media: Both<MediaType>): UsageNode {
  return { ...(root && { root: { ...root, media } }), edges };
}
