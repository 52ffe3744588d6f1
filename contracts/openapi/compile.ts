import { list, object, nonEmptyText } from "../model/json-parts.ts";
import type { Json } from "../model/json.ts";
import { basePathsOf } from "./base-paths.ts";
import { createContentReader } from "./content-reader.ts";
import type {
  Body,
  Contract,
  Method,
  Operation,
  Parameter,
  ParameterLocation,
  Published,
  Response,
  Webhook,
} from "../model/contract.ts";
import { distinctIds, derivedId } from "./distinct-ids.ts";
import type { Draft } from "./draft.ts";
import { lifecycleOf, publishedIn } from "./lifecycle.ts";
import { methods } from "../model/methods.ts";
import { type ResolvedNode, createNodeReader, cachedByNode } from "./node-reader.ts";
import { join } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { removedOperations } from "./removed-operations.ts";
import { reservedHeaders } from "../model/reserved-headers.ts";
import { createRequirementReader } from "./security-requirements.ts";
import { standingOfDocument } from "../schema/standing.ts";
import { stateNoteIn } from "./state-note.ts";
import { shortened } from "../text/shortened.ts";
import { reportDuplicatePaths } from "./duplicate-paths.ts";
import { exceededPathLimit, parameterNamesIn, withoutQuery } from "../model/template.ts";
import { unresolvedSchema } from "./unresolved.ts";

const parameterLocations: readonly string[] = ["path", "query", "header", "cookie"];

/** Compiles a document, already converted to one dialect, into a contract. */
export function compile({ kind, api, file, document, problems, origins, isOverlaid = false }: Draft): Contract {
  const {
    nodeFields,
    resolveNode,
    report,
    rejectDocument,
    problems: reported,
  } = createNodeReader(document, origins, problems);
  const rootStanding = standingOfDocument(document);
  const info = object(document["info"]);
  const { compileContent, compileExamples, compileHeaders, compileSchema } = createContentReader(
    { nodeFields, resolveNode },
    rootStanding,
  );
  const [cachedParameter, cachedResponse] = [cachedByNode(readParameter), cachedByNode(readResponse)];
  const cachedCallbacks = cachedByNode(readCallbacks);
  // Callbacks can contain callbacks, also in cycles, so they are read in a loop and not recursively.
  const pendingReads: (() => void)[] = [];
  const requirements = createRequirementReader(document, { resolveNode, report, rootStanding });
  const operations = distinctIds(
    pathItems("paths").flatMap(([path, item]) => compileOperations(path, item)),
    report,
  );
  reportDuplicatePaths(operations, report);
  const webhooks = pathItems("webhooks").flatMap(([name, item]) => compileWebhooks(name, item));
  for (const read of pendingReads) read();
  const basePaths = basePathsOf(document, operations.length, rejectDocument);
  return {
    kind,
    api,
    title: nonEmptyText(info["title"], api),
    version: nonEmptyText(info["version"], "0"),
    file,
    document,
    origins,
    isOverlaid,
    basePaths,
    routes: operations,
    operations,
    webhooks,
    removed: removedOperations(document, { resolveNode, nodeFields }, rootStanding),
    problems: reported,
  };

  function pathItems(member: "paths" | "webhooks"): [string, ResolvedNode][] {
    return Object.entries(object(document[member]))
      .filter(([name]) => member === "webhooks" || isPath(name))
      .map(([name, item]) => [name, resolveNode(item, join("", member, name), rootStanding)]);
  }

  function isPath(name: string): boolean {
    const exceededLimit = exceededPathLimit(name);
    if (exceededLimit !== undefined)
      rejectDocument(`"${shortened(name)}" cannot be a path: ${exceededLimit}`, join("/paths", name));
    if (name.startsWith("/")) return true;
    if (!name.startsWith("x-"))
      report("invalid-path", `"${name}" is not a path: it must begin with "/"`, join("/paths", name));
    return false;
  }

  function compileOperations(path: string, item: ResolvedNode): Operation[] {
    const published: Published | undefined = publishedIn(item.node) ?? publishedIn(document);
    return eachMethod(item).map(([method, operation]) => {
      const { node } = operation;
      const unplaced: Parameter[] = [];
      const parameters = compileParameters(item, operation, path, unplaced);
      const body = compileBody(operation);
      const state = stateNoteIn(node, (fault) => report("invalid-state", fault, join(operation.pointer, "x-state")));
      return {
        ...nodeFields(operation),
        api,
        id: nonEmptyText(node["operationId"], "") || derivedId(method, path),
        name: `${method} ${path}`,
        method,
        path,
        summary: nonEmptyText(node["summary"], ""),
        ...lifecycleOf(node, published),
        safe: method === "GET" || method === "HEAD" || node["x-safe"] === true,
        ...(state && { state }),
        parameters,
        ...(unplaced.length > 0 && { unplaced }),
        ...(body && { body }),
        responses: compileResponses(operation),
        security: requirements(operation) ?? requirements({ node: document, pointer: "" }) ?? [],
        ...compileCallbacks(operation),
      };
    });
  }

  function compileCallbacks(operation: ResolvedNode): Pick<Webhook, "callbacks"> {
    return isObject(operation.node["callbacks"]) ? { callbacks: cachedCallbacks(operation) } : {};
  }

  function readCallbacks({ node, pointer, standing }: ResolvedNode): readonly Webhook[] {
    const callbacks: Webhook[] = [];
    const readOne = (name: string, value: Json): void => {
      const callback = resolveNode(value, join(pointer, "callbacks", name), standing);
      for (const [expression, path] of Object.entries(callback.node)) {
        if (expression.startsWith("x-")) continue;
        const item = resolveNode(path, join(callback.pointer, expression), callback.standing);
        callbacks.push(...compileWebhooks(`${name} ${expression}`, item, { expression }));
      }
    };
    pendingReads.push(() => Object.entries(object(node["callbacks"])).forEach(([name, value]) => readOne(name, value)));
    return callbacks;
  }

  function compileWebhooks(name: string, item: ResolvedNode, target: Pick<Webhook, "expression"> = {}): Webhook[] {
    return eachMethod(item).map(([method, operation]) => {
      const body = compileBody(operation);
      const credentials = requirements(operation);
      return {
        ...nodeFields(operation),
        name,
        ...target,
        method,
        summary: nonEmptyText(operation.node["summary"], ""),
        parameters: compileParameters(item, operation, ""),
        ...(body && { body }),
        responses: compileResponses(operation),
        ...(credentials && { credentials }),
        ...compileCallbacks(operation),
      };
    });
  }

  function eachMethod(item: ResolvedNode): [Method, ResolvedNode][] {
    return methods
      .filter((method) => isObject(item.node[method]))
      .map((method) => [
        method.toUpperCase() as Method,
        resolveNode(item.node[method], join(item.pointer, method), item.standing),
      ]);
  }

  /** Returns the parameters of an operation and its path item. The operation's parameter wins if name and location are equal. */
  function compileParameters(
    item: ResolvedNode,
    operation: ResolvedNode,
    path: string,
    unplaced: Parameter[] = [],
  ): Parameter[] {
    const declared = [operation, item].flatMap((owner) =>
      list(owner.node["parameters"]).map((parameter, index) =>
        cachedParameter(resolveNode(parameter, join(owner.pointer, "parameters", index), owner.standing)),
      ),
    );
    const parametersByKey = new Map<string, Parameter>();
    const templateNames = new Set(parameterNamesIn(path));
    for (const parameter of declared) {
      if (!parameter || parametersByKey.has(`${parameter.in} ${parameter.name}`)) continue;
      if (parameter.in === "path" && !templateNames.has(parameter.name)) {
        report(
          "unused-path-parameter",
          `Path template "${path}" does not contain path parameter "${parameter.name}"`,
          parameter.pointer,
        );
        unplaced.push(parameter);
      } else {
        parametersByKey.set(`${parameter.in} ${parameter.name}`, parameter);
      }
    }
    return [...parametersByKey.values(), ...undeclaredParameters(path, parametersByKey, operation)];
  }

  /** Returns parameters that the path template contains and the document does not describe. They accept any string. */
  function undeclaredParameters(
    path: string,
    declared: ReadonlyMap<string, Parameter>,
    operation: ResolvedNode,
  ): Parameter[] {
    const templateNames = parameterNamesIn(path);
    const pathNames = new Set(parameterNamesIn(withoutQuery(path)));
    return [...new Set(templateNames)]
      .filter((name) => !declared.has(`path ${name}`) && (pathNames.has(name) || !declared.has(`query ${name}`)))
      .map((name) => {
        report(
          "undeclared-path-parameter",
          `Path parameter "${name}" of "${path}" is not described`,
          operation.pointer,
        );
        const owner = nodeFields(operation);
        return {
          ...owner,
          name,
          in: "path",
          required: true,
          style: "simple",
          explode: false,
          schema: { ...owner, value: { type: "string" } },
        };
      });
  }

  function readParameter(found: ResolvedNode): Parameter | undefined {
    const { node } = found;
    const { name } = node;
    const location = node["in"];
    // The unresolved reference has been reported already.
    if (unresolvedSchema(node)) return undefined;
    if (typeof name !== "string" || typeof location !== "string" || !parameterLocations.includes(location)) {
      report(
        "invalid-parameter",
        "A parameter needs a name, and a place that is path, query, header or cookie",
        typeof name === "string" && location !== undefined ? join(found.pointer, "in") : found.pointer,
      );
      return undefined;
    }
    if (location === "path" && node["required"] === false)
      report(
        "optional-path-parameter",
        `Path parameter "${name}" has "required": false, and is read as required: every path has it`,
        join(found.pointer, "required"),
      );
    if (location === "header" && reservedHeaders.includes(name.toLowerCase())) return undefined;
    const style = nonEmptyText(node["style"], location === "path" || location === "header" ? "simple" : "form");
    const content = compileContent(found)[0];
    const examples = Object.values(content?.examples ?? compileExamples(node));
    return {
      ...nodeFields(found),
      name,
      in: location as ParameterLocation,
      required: location === "path" || node["required"] === true,
      style,
      explode: typeof node["explode"] === "boolean" ? node["explode"] : style === "form" || style === "deepObject",
      ...(content && { mediaType: content.mediaType }),
      schema:
        content?.schema ??
        compileSchema(node["schema"] ?? unresolvedSchema(node) ?? true, join(found.pointer, "schema"), found.standing),
      ...(examples.length > 0 && { examples }),
    };
  }

  function compileBody(operation: ResolvedNode): Body | undefined {
    if (!isObject(operation.node["requestBody"])) return undefined;
    const requestBody = resolveNode(
      operation.node["requestBody"],
      join(operation.pointer, "requestBody"),
      operation.standing,
    );
    return {
      ...nodeFields(requestBody),
      required: requestBody.node["required"] === true,
      content: compileContent(requestBody),
    };
  }

  function compileResponses(operation: ResolvedNode): Response[] {
    return Object.entries(object(operation.node["responses"]))
      .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
      .map(([status, value]) => ({
        status: status === "default" ? status : status.toUpperCase(),
        ...cachedResponse(resolveNode(value, join(operation.pointer, "responses", status), operation.standing)),
      }));
  }

  function readResponse(found: ResolvedNode): Omit<Response, "status"> {
    const description = nonEmptyText(found.node["description"], "");
    return { ...nodeFields(found), description, headers: compileHeaders(found), content: compileContent(found) };
  }
}
