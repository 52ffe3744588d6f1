import { list, object, text } from "../model/json-parts.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { basePathsOf } from "./base-paths.ts";
import { headerStyleOf } from "./upgrading/collection-format.ts";
import type {
  Body,
  Contract,
  Header,
  MediaType,
  Method,
  Operation,
  Parameter,
  ParameterLocation,
  Published,
  Response,
  Schema,
  Webhook,
} from "../model/contract.ts";
import { distinctIds, idFrom } from "./distinct-ids.ts";
import type { Draft } from "./draft.ts";
import { encodingsOf } from "./upgrading/encodings.ts";
import { lifecycleOf, publishedIn } from "./lifecycle.ts";
import { mediaTypeOf } from "../model/media-type.ts";
import { methods } from "../model/methods.ts";
import { type Found, createNodes, once } from "./nodes.ts";
import { join } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { removedOperations } from "./removed-operations.ts";
import { reservedHeaders } from "../model/reserved-headers.ts";
import { createRequirements } from "./security-requirements.ts";
import { type Standing, standingOfDocument } from "../model/standing.ts";
import { stateNoteIn } from "./state-note.ts";
import { shortened } from "../text/shortened.ts";
import { isJson } from "../model/success.ts";
import { reportSameRequests } from "./same-requests.ts";
import { exceededPathLimit, namesIn, withoutQuery } from "../model/template.ts";
import { unknownIn } from "./unresolved.ts";

const locations: readonly string[] = ["path", "query", "header", "cookie"];

/** Turns a document in the one dialect into a contract. */
export function compile({ kind, api, file, document, problems, origins, isOverlaid = false }: Draft): Contract {
  const { base, follow, report, refuse, problems: reported } = createNodes(document, origins, problems);
  const rootStanding = standingOfDocument(document);
  const info = object(document["info"]);
  const [parameterOf, namelessHeader, namelessResponse] = [once(readParameter), once(readHeader), once(readResponse)];
  const callbacksAt = once(readCallbacks);
  // Callbacks may have callbacks in turn, in circles and further than the stack goes.
  const open: (() => void)[] = [];
  const requirements = createRequirements(document, { follow, report, rootStanding });
  const operations = distinctIds(
    pathItems("paths").flatMap(([path, item]) => compileOperations(path, item)),
    report,
  );
  reportSameRequests(operations, report);
  const webhooks = pathItems("webhooks").flatMap(([name, item]) => compileWebhooks(name, item));
  for (const read of open) read();
  const basePaths = basePathsOf(document, operations.length, refuse);
  return {
    kind,
    api,
    title: text(info["title"], api),
    version: text(info["version"], "0"),
    file,
    document,
    origins,
    isOverlaid,
    basePaths,
    routes: operations,
    operations,
    webhooks,
    removed: removedOperations(document, { follow, base }, rootStanding),
    problems: reported,
  };

  function pathItems(member: "paths" | "webhooks"): [string, Found][] {
    return Object.entries(object(document[member]))
      .filter(([name]) => member === "webhooks" || isPath(name))
      .map(([name, item]) => [name, follow(item, join("", member, name), rootStanding)]);
  }

  function isPath(name: string): boolean {
    const excess = exceededPathLimit(name);
    if (excess !== undefined) refuse(`"${shortened(name)}" cannot be a path: ${excess}`, join("/paths", name));
    if (name.startsWith("/")) return true;
    if (!name.startsWith("x-"))
      report("invalid-path", `"${name}" is not a path: it must begin with "/"`, join("/paths", name));
    return false;
  }

  function compileOperations(path: string, item: Found): Operation[] {
    const published: Published | undefined = publishedIn(item.node) ?? publishedIn(document);
    return eachMethod(item).map(([method, operation]) => {
      const { node } = operation;
      const unplaced: Parameter[] = [];
      const parameters = parametersOf(item, operation, path, unplaced);
      const body = bodyOf(operation);
      const state = stateNoteIn(node, (fault) => report("invalid-state", fault, join(operation.pointer, "x-state")));
      return {
        ...base(operation),
        api,
        id: text(node["operationId"], "") || idFrom(method, path),
        name: `${method} ${path}`,
        method,
        path,
        summary: text(node["summary"], ""),
        ...lifecycleOf(node, published),
        safe: method === "GET" || method === "HEAD" || node["x-safe"] === true,
        ...(state && { state }),
        parameters,
        ...(unplaced.length > 0 && { unplaced }),
        ...(body && { body }),
        responses: responsesOf(operation),
        security: requirements(operation) ?? requirements({ node: document, pointer: "" }) ?? [],
        ...callbacksOf(operation),
      };
    });
  }

  function callbacksOf(operation: Found): Pick<Webhook, "callbacks"> {
    return isObject(operation.node["callbacks"]) ? { callbacks: callbacksAt(operation) } : {};
  }

  function readCallbacks({ node, pointer, standing }: Found): readonly Webhook[] {
    const callbacks: Webhook[] = [];
    const readOne = (name: string, value: Json): void => {
      const callback = follow(value, join(pointer, "callbacks", name), standing);
      for (const [expression, path] of Object.entries(callback.node)) {
        if (expression.startsWith("x-")) continue;
        const item = follow(path, join(callback.pointer, expression), callback.standing);
        callbacks.push(...compileWebhooks(`${name} ${expression}`, item, { expression }));
      }
    };
    open.push(() => Object.entries(object(node["callbacks"])).forEach(([name, value]) => readOne(name, value)));
    return callbacks;
  }

  function compileWebhooks(name: string, item: Found, target: Pick<Webhook, "expression"> = {}): Webhook[] {
    return eachMethod(item).map(([method, operation]) => {
      const body = bodyOf(operation);
      const credentials = requirements(operation);
      return {
        ...base(operation),
        name,
        ...target,
        method,
        summary: text(operation.node["summary"], ""),
        parameters: parametersOf(item, operation, ""),
        ...(body && { body }),
        responses: responsesOf(operation),
        ...(credentials && { credentials }),
        ...callbacksOf(operation),
      };
    });
  }

  function eachMethod(item: Found): [Method, Found][] {
    return methods
      .filter((method) => isObject(item.node[method]))
      .map((method) => [
        method.toUpperCase() as Method,
        follow(item.node[method], join(item.pointer, method), item.standing),
      ]);
  }

  /** The operation's own parameters before the path's, one of each name and place. */
  function parametersOf(item: Found, operation: Found, path: string, unplaced: Parameter[] = []): Parameter[] {
    const declared = [operation, item].flatMap((owner) =>
      list(owner.node["parameters"]).map((parameter, index) =>
        parameterOf(follow(parameter, join(owner.pointer, "parameters", index), owner.standing)),
      ),
    );
    const kept = new Map<string, Parameter>();
    const names = new Set(namesIn(path));
    for (const parameter of declared) {
      if (!parameter || kept.has(`${parameter.in} ${parameter.name}`)) continue;
      if (parameter.in === "path" && !names.has(parameter.name)) {
        report(
          "unused-path-parameter",
          `"${path}" has no place for path parameter "${parameter.name}"`,
          parameter.pointer,
        );
        unplaced.push(parameter);
      } else {
        kept.set(`${parameter.in} ${parameter.name}`, parameter);
      }
    }
    return [...kept.values(), ...undeclared(path, kept, operation)];
  }

  /** A template may name a parameter that the document forgot to describe: any text will do. */
  function undeclared(path: string, declared: ReadonlyMap<string, Parameter>, operation: Found): Parameter[] {
    const names = namesIn(path);
    const own = new Set(namesIn(withoutQuery(path)));
    return [...new Set(names)]
      .filter((name) => !declared.has(`path ${name}`) && (own.has(name) || !declared.has(`query ${name}`)))
      .map((name) => {
        report(
          "undeclared-path-parameter",
          `Path parameter "${name}" of "${path}" is not described`,
          operation.pointer,
        );
        const owner = base(operation);
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

  function readParameter(found: Found): Parameter | undefined {
    const { node } = found;
    const { name } = node;
    const place = node["in"];
    // That its reference leads nowhere is told of already.
    if (unknownIn(node)) return undefined;
    if (typeof name !== "string" || typeof place !== "string" || !locations.includes(place)) {
      report(
        "invalid-parameter",
        "A parameter needs a name, and a place that is path, query, header or cookie",
        typeof name === "string" && place !== undefined ? join(found.pointer, "in") : found.pointer,
      );
      return undefined;
    }
    if (place === "header" && reservedHeaders.includes(name.toLowerCase())) return undefined;
    const style = text(node["style"], place === "path" || place === "header" ? "simple" : "form");
    const content = contentOf(found)[0];
    return {
      ...base(found),
      name,
      in: place as ParameterLocation,
      required: place === "path" || node["required"] === true,
      style,
      explode: typeof node["explode"] === "boolean" ? node["explode"] : style === "form" || style === "deepObject",
      ...(content && { mediaType: content.mediaType }),
      schema:
        content?.schema ??
        schemaOf(node["schema"] ?? unknownIn(node) ?? true, join(found.pointer, "schema"), found.standing),
    };
  }

  function bodyOf(operation: Found): Body | undefined {
    if (!isObject(operation.node["requestBody"])) return undefined;
    const found = follow(operation.node["requestBody"], join(operation.pointer, "requestBody"), operation.standing);
    return { ...base(found), required: found.node["required"] === true, content: contentOf(found) };
  }

  function responsesOf(operation: Found): Response[] {
    return Object.entries(object(operation.node["responses"]))
      .filter(([status]) => /^([1-5](\d\d|XX)|default)$/i.test(status))
      .map(([status, value]) => ({
        status: status === "default" ? status : status.toUpperCase(),
        ...namelessResponse(follow(value, join(operation.pointer, "responses", status), operation.standing)),
      }));
  }

  function readResponse(found: Found): Omit<Response, "status"> {
    const description = text(found.node["description"], "");
    return { ...base(found), description, headers: headersOf(found), content: contentOf(found) };
  }

  /** Without the content type, which is said elsewhere. */
  function headersOf({ node, pointer, standing }: Found): Header[] {
    return Object.entries(object(node["headers"]))
      .map(([name, header]) => ({
        name: name.toLowerCase(),
        ...namelessHeader(follow(header, join(pointer, "headers", name), standing)),
      }))
      .filter(({ name }) => name !== "content-type");
  }

  function readHeader(found: Found): Omit<Header, "name"> {
    const content = contentOf(found)[0];
    return {
      ...base(found),
      required: found.node["required"] === true,
      style: headerStyleOf(found.node),
      explode: found.node["explode"] === true,
      ...(content && isJson(content.mediaType) && { mediaType: content.mediaType }),
      schema:
        content?.schema ??
        schemaOf(found.node["schema"] ?? unknownIn(found.node) ?? true, join(found.pointer, "schema"), found.standing),
    };
  }

  function contentOf({ node, pointer, standing }: Found): MediaType[] {
    return Object.entries(object(node["content"])).map(([name, value]) => {
      const found = follow(value, join(pointer, "content", name), standing);
      const schema = found.node["schema"] ?? unknownIn(found.node);
      return {
        ...base(found),
        ...mediaTypeOf(name),
        ...((isObject(schema) || typeof schema === "boolean") && {
          schema: schemaOf(schema, join(found.pointer, "schema"), found.standing),
        }),
        examples: examplesOf(found.node),
        ...partHeadersOf(found),
        ...encodingsOf(found.node),
      };
    });
  }

  function partHeadersOf(found: Found): Pick<MediaType, "partHeaders"> {
    const parts = Object.entries(object(found.node["encoding"])).flatMap(([name, encoding]) => {
      const headers = headersOf(follow(encoding, join(found.pointer, "encoding", name), found.standing));
      return headers.length > 0 ? [[name, headers] as const] : [];
    });
    return parts.length > 0 ? { partHeaders: Object.fromEntries(parts) } : {};
  }

  function examplesOf(node: JsonObject): Record<string, Json> {
    const named = Object.entries(object(node["examples"])).flatMap(([name, value]) => {
      const example = follow(value, "", rootStanding).node["value"];
      return example === undefined ? [] : [[name, example] as const];
    });
    return Object.fromEntries(node["example"] === undefined ? named : [["default", node["example"]], ...named]);
  }

  function schemaOf(value: Json, pointer: string, inherited: Standing): Schema {
    const schema: JsonSchema = isObject(value) || typeof value === "boolean" ? value : true;
    return { ...base({ pointer, standing: follow(schema, pointer, inherited).standing }), value: schema };
  }
}
