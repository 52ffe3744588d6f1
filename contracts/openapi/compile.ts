import { object, nonEmptyText } from "../model/json-parts.ts";
import { listBasePaths } from "./base-paths.ts";
import { type ContentReader, createContentReader } from "./content-reader.ts";
import type { Body, Contract, Method, Operation, Parameter, Response, Webhook } from "../model/contract.ts";
import { distinctIds, derivedId } from "./distinct-ids.ts";
import type { Draft } from "./draft.ts";
import { readLifecycle, readPublished } from "./lifecycle.ts";
import { methods } from "../model/methods.ts";
import { type ResolvedNode, createNodeReader, cachedByNode } from "./node-reader.ts";
import { createParameterReader } from "./parameters.ts";
import { join } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { removedOperations } from "./removed-operations.ts";
import { createRequirementReader } from "./security-requirements.ts";
import { standingOfDocument } from "../schema/standing.ts";
import { readStateNote } from "./state-note.ts";
import { shortenText } from "../text/shortened.ts";
import { reportDuplicatePaths } from "./duplicate-paths.ts";
import { exceededPathLimit } from "../model/template.ts";

/** Compiles a document, already converted to one dialect, into a contract. */
export function compileContract(draft: Draft): Contract {
  const { kind, api, file, document, origins, isOverlaid = false } = draft;
  const reading = startReading(draft);
  const { report, rejectDocument, problems, rootStanding } = reading;
  const operations = distinctIds(
    resolvePathItems(reading, "paths").flatMap(([path, item]) => compileOperations(reading, path, item)),
    report,
  );
  reportDuplicatePaths(operations, report);
  const webhooks = resolvePathItems(reading, "webhooks").flatMap(([name, item]) =>
    compileWebhooks(reading, name, item),
  );
  for (const pending of reading.pendingCallbacks) readCallbacks(reading, pending);
  const info = object(document["info"]);
  return {
    kind,
    api,
    title: nonEmptyText(info["title"], api),
    version: nonEmptyText(info["version"], "0"),
    file,
    document,
    origins,
    isOverlaid,
    basePaths: listBasePaths(document, operations.length, rejectDocument),
    routes: operations,
    operations,
    webhooks,
    removed: removedOperations(document, reading, rootStanding),
    problems,
  };
}

/** Readers of the parts of a document. */
type Reading = ReturnType<typeof startReading>;

function startReading({ api, document, origins, problems }: Draft) {
  const rootStanding = standingOfDocument(document);
  const reader = createContentReader(createNodeReader(document, origins, problems), rootStanding);
  /** Callbacks can contain callbacks, also in cycles, so they are read in a loop and not recursively. */
  const pendingCallbacks: { readonly operation: ResolvedNode; readonly callbacks: Webhook[] }[] = [];
  return {
    ...reader,
    api,
    document,
    rootStanding,
    compileParameters: createParameterReader(reader),
    requirements: createRequirementReader(document, { ...reader, rootStanding }),
    cachedResponse: cachedByNode((found) => readResponse(reader, found)),
    cachedCallbacks: cachedByNode((operation): readonly Webhook[] => {
      const callbacks: Webhook[] = [];
      pendingCallbacks.push({ operation, callbacks });
      return callbacks;
    }),
    pendingCallbacks,
  };
}

function resolvePathItems(reading: Reading, member: "paths" | "webhooks"): [string, ResolvedNode][] {
  return Object.entries(object(reading.document[member]))
    .filter(([name]) => member === "webhooks" || isPath(reading, name))
    .map(([name, item]) => [name, reading.resolveNode(item, join("", member, name), reading.rootStanding)]);
}

function isPath({ report, rejectDocument }: Reading, name: string): boolean {
  const exceededLimit = exceededPathLimit(name);
  if (exceededLimit !== undefined)
    rejectDocument(`"${shortenText(name)}" cannot be a path: ${exceededLimit}`, join("/paths", name));
  if (name.startsWith("/")) return true;
  if (!name.startsWith("x-"))
    report("invalid-path", `"${name}" is not a path: it must begin with "/"`, join("/paths", name));
  return false;
}

function compileOperations(reading: Reading, path: string, item: ResolvedNode): Operation[] {
  const { api, document, requirements, report } = reading;
  const published = readPublished(item.node) ?? readPublished(document);
  return resolveMethods(reading, item).map(([method, operation]) => {
    const { node, pointer } = operation;
    const unplaced: Parameter[] = [];
    const parameters = reading.compileParameters(item, operation, path, unplaced);
    const body = compileBody(reading, operation);
    const state = readStateNote(node, (fault) => report("invalid-state", fault, join(pointer, "x-state")));
    return {
      ...reading.nodeFields(operation),
      api,
      id: nonEmptyText(node["operationId"], "") || derivedId(method, path),
      name: `${method} ${path}`,
      method,
      path,
      summary: nonEmptyText(node["summary"], ""),
      ...readLifecycle(node, published),
      safe: method === "GET" || method === "HEAD" || node["x-safe"] === true,
      ...(state && { state }),
      parameters,
      ...(unplaced.length > 0 && { unplaced }),
      ...(body && { body }),
      responses: compileResponses(reading, operation),
      security: requirements(operation) ?? requirements({ node: document, pointer: "" }) ?? [],
      ...compileCallbacks(reading, operation),
    };
  });
}

function compileWebhooks(
  reading: Reading,
  name: string,
  item: ResolvedNode,
  target: Pick<Webhook, "expression"> = {},
): Webhook[] {
  return resolveMethods(reading, item).map(([method, operation]) => {
    const body = compileBody(reading, operation);
    const credentials = reading.requirements(operation);
    return {
      ...reading.nodeFields(operation),
      name,
      ...target,
      method,
      summary: nonEmptyText(operation.node["summary"], ""),
      parameters: reading.compileParameters(item, operation, ""),
      ...(body && { body }),
      responses: compileResponses(reading, operation),
      ...(credentials && { credentials }),
      ...compileCallbacks(reading, operation),
    };
  });
}

function resolveMethods({ resolveNode }: Reading, { node, pointer, standing }: ResolvedNode): [Method, ResolvedNode][] {
  return methods
    .filter((method) => isObject(node[method]))
    .map((method) => [method.toUpperCase() as Method, resolveNode(node[method], join(pointer, method), standing)]);
}

function compileCallbacks({ cachedCallbacks }: Reading, operation: ResolvedNode): Pick<Webhook, "callbacks"> {
  if (isObject(operation.node["callbacks"])) return { callbacks: cachedCallbacks(operation) };
  return {};
}

function readCallbacks(reading: Reading, { operation, callbacks }: Reading["pendingCallbacks"][number]): void {
  const { node, pointer, standing } = operation;
  for (const [name, value] of Object.entries(object(node["callbacks"]))) {
    const callback = reading.resolveNode(value, join(pointer, "callbacks", name), standing);
    for (const [expression, path] of Object.entries(callback.node)) {
      if (expression.startsWith("x-")) continue;
      const item = reading.resolveNode(path, join(callback.pointer, expression), callback.standing);
      callbacks.push(...compileWebhooks(reading, `${name} ${expression}`, item, { expression }));
    }
  }
}

function compileBody({ nodeFields, resolveNode, compileContent }: Reading, operation: ResolvedNode): Body | undefined {
  const { node, pointer, standing } = operation;
  if (!isObject(node["requestBody"])) return undefined;
  const requestBody = resolveNode(node["requestBody"], join(pointer, "requestBody"), standing);
  const required = requestBody.node["required"] === true;
  return { ...nodeFields(requestBody), required, content: compileContent(requestBody) };
}

function compileResponses(reading: Reading, { node, pointer, standing }: ResolvedNode): Response[] {
  return Object.entries(object(node["responses"]))
    .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
    .map(([status, value]) => ({
      status: status === "default" ? status : status.toUpperCase(),
      ...reading.cachedResponse(reading.resolveNode(value, join(pointer, "responses", status), standing)),
    }));
}

function readResponse(
  { nodeFields, compileHeaders, compileContent }: ContentReader,
  found: ResolvedNode,
): Omit<Response, "status"> {
  const description = nonEmptyText(found.node["description"], "");
  return { ...nodeFields(found), description, headers: compileHeaders(found), content: compileContent(found) };
}
