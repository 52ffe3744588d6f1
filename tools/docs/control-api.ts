import { type Json, type JsonObject, isObject, loadControl, targetPointer, valueAt } from "../../contracts/index.ts";
import { type Page, code, fence, page, prose, table } from "./markdown.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;

interface ControlOperation {
  readonly method: string;
  readonly path: string;
  readonly node: JsonObject;
  readonly parameters: readonly JsonObject[];
}

export async function controlApiPage(): Promise<Page> {
  const { document } = await loadControl();
  const { info, tags } = document as { info: JsonObject; tags: readonly JsonObject[] };
  const operations = operationsOf(document);
  return page("reference/control-api.md", "Control API", [
    prose(String(info.description).trim()),
    "The OpenAPI document is `contracts/control/openapi.yaml`. [Mock as a server](../guides/mock-server.md#control-api) shows how to use it.",
    ...tags.flatMap(({ name, description }) => [
      `## ${String(name)}`,
      prose(String(description)),
      ...operations
        .filter(({ node }) => (node.tags as readonly Json[] | undefined)?.includes(name as Json))
        .flatMap((operation) => sectionOf(document, operation)),
    ]),
  ]);
}

function operationsOf(document: JsonObject): readonly ControlOperation[] {
  return Object.entries(document.paths as Readonly<Record<string, JsonObject>>).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const node = item[method];
      if (!isObject(node)) return [];
      const parameters = [item.parameters, node.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
      return [{ method, path, node, parameters: parameters.map((each) => resolved(document, each as JsonObject)) }];
    }),
  );
}

function sectionOf(document: JsonObject, { method, path, node, parameters }: ControlOperation): string[] {
  const own = parameters.filter(({ name }) => name !== "organization" && name !== "Concord-Control");
  const responses = Object.entries(node.responses as Readonly<Record<string, JsonObject>>);
  const rows = own.map((each) => [code(String(each.name)), String(each.in), String(each.description ?? "")]);
  return [
    `### ${String(node.operationId)}`,
    fence("http", `${method.toUpperCase()} ${path}`),
    prose(`${String(node.summary)}.${node.description === undefined ? "" : ` ${String(node.description).trim()}`}`),
    ...(rows.length === 0 ? [] : [table(["parameter", "in", "meaning"], rows)]),
    ...exampleOf(document, node),
    table(
      ["status", "response"],
      responses.map(([status, response]) => [code(status), String(resolved(document, response).description)]),
    ),
  ];
}

/** Example of the request body. */
function exampleOf(document: JsonObject, { requestBody }: JsonObject): string[] {
  if (!isObject(requestBody)) return [];
  const { content } = resolved(document, requestBody) as { content?: Readonly<Record<string, JsonObject>> };
  const example = content?.["application/json"]?.example;
  return example === undefined ? [] : ["Example of the body:", fence("json", JSON.stringify(example, null, 2))];
}

function resolved(document: JsonObject, node: JsonObject): JsonObject {
  return typeof node.$ref === "string" ? (valueAt(document, targetPointer(node.$ref)) as JsonObject) : node;
}
