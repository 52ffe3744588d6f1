import type { ContractsCall } from "./contracts-call.ts";
import {
  type Body,
  type Contract,
  type Operation,
  type Response,
  ToolError,
  type Webhook,
  exactDocument,
  isObject,
  nearestOperations,
  valueAt,
  withDocument,
} from "../../contracts/index.ts";
import { basisText } from "./basis-text.ts";
import { counted } from "../counted.ts";
import { graphqlText, shownGraphql } from "./graphql-text.ts";
import { outlineBody } from "./outline.ts";
import { resourcesText, shownResources } from "./resources-text.ts";
import { json, table } from "./table.ts";

/** `concord contracts show`: shows the operations of an API, or one operation in detail. */
export function showContract({ contracts, names, json: asJson, io }: ContractsCall): 0 {
  const [api = "", name] = names;
  const found = contracts.find((one) => one.api === api || one.title === api);
  if (!found) {
    const hint = `Known APIs: ${contracts.map((one) => one.api).join(", ")}. For a document of your own, give its path`;
    throw new ToolError("unknown-api", `Cannot show "${api}": no contract has this name`, { hint });
  }
  const contract = withExactNumbers(found);
  if (name === undefined) {
    io.out(asJson ? json(shownApi(contract)) : apiText(contract));
    return 0;
  }
  const webhook = contract.webhooks.find((one) => one.name === name);
  if (webhook) {
    io.out(asJson ? json(webhook) : limitLines(webhookText(contract, webhook)));
    return 0;
  }
  const removed = contract.removed.find((one) => one.name === name);
  if (removed) {
    io.out(asJson ? json(removed) : `${removed.name}\nRemoved (${basisText(removed)}). ${removed.description}\n`);
    return 0;
  }
  const operation = contract.operations.find((one) => one.id === name || one.name === name);
  if (!operation) {
    const webhooks = contract.webhooks.map((one) => one.name);
    const near = nearestOperations(name, contract.operations, webhooks);
    throw new ToolError("unknown-operation", `Cannot show "${name}": "${api}" has no such operation${near}`, {
      hint: "Without OPERATION, concord contracts show lists all of them",
    });
  }
  io.out(asJson ? json(operation) : limitLines(operationText(contract, operation)));
  return 0;
}

function shownApi(contract: Contract): object {
  const api = { operations: contract.routes, resources: shownResources(contract) };
  if (contract.kind === "graphql") return { ...api, ...shownGraphql(contract) };
  return api;
}

/** Contract with numbers as the document writes them, for printing. */
function withExactNumbers(contract: Contract): Contract {
  const document = exactDocument(contract);
  if (document === contract.document) return contract;
  return withDocument(contract, document as Contract["document"]);
}

/** Maximum number of printed lines for one operation. */
const MAX_LINES = 2_000;

function limitLines(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= MAX_LINES) return text;
  return `${lines.slice(0, MAX_LINES).join("\n")}\n… ${counted(lines.length - MAX_LINES, "line")} more, of deeper fields and further bodies\n`;
}

function apiText(contract: Contract): string {
  const { title, kind, document, operations, webhooks, removed } = contract;
  const description = readDescription(document["info"]);
  const lines = [title, ...(description === "" ? [] : ["", wrap(description)]), ""].join("\n");
  if (kind === "graphql") return `${lines}\n${String(document["sdl"]).trimEnd()}\n\n${graphqlText(contract)}`;
  const rows = operations.map((operation) => [operation.id, operation.name, basisText(operation), operation.summary]);
  const webhookRows = webhooks.map((webhook) => [webhook.name, "webhook", basisText(webhook), webhook.summary]);
  const removedRows = removed.map((one) => ["-", one.name, basisText(one), `Removed. ${one.description}`]);
  return `${lines}\n${table([...rows, ...webhookRows, ...removedRows])}\n${resourcesText(contract)}`;
}

function operationText(contract: Contract, operation: Operation): string {
  const { name, id, summary, published, deprecation, deprecated, sunset } = operation;
  const facts = [
    ["operation", id],
    ["basis", basisText(operation)],
    ["published", published ? `${published.date}${published.basis === "assumed" ? " (assumed)" : ""}` : ""],
    ["deprecated", deprecated ? [deprecation?.date ?? "yes", deprecation?.reason ?? ""].join("  ").trim() : ""],
    ["sunset", sunset ?? ""],
    ["token", operation.security.length === 0 ? "none needed" : "needed"],
    ["written", `${operation.at.file}:${operation.at.line}`],
  ].filter(([, fact]) => fact !== "");
  return `${name}\n${summary}\n${descriptionText(contract, operation)}\n${table(facts)}${writeExchangeOutline(contract, operation, false)}`;
}

/** Text for a webhook: the request of the provider and the responses of the consumer. */
function webhookText(contract: Contract, webhook: Webhook): string {
  const facts = [
    ["webhook", webhook.name],
    ["basis", basisText(webhook)],
    ["written", `${webhook.at.file}:${webhook.at.line}`],
  ];
  return `${webhook.method} to the consumer's endpoint\n${webhook.summary}\n${descriptionText(contract, webhook)}\n${table(facts)}${writeExchangeOutline(contract, webhook, true)}`;
}

function descriptionText(contract: Contract, { pointer }: { readonly pointer: string }): string {
  const description = readDescription(valueAt(contract.document, pointer));
  if (description === "") return "";
  return `\n${wrap(description)}\n`;
}

/** Text for parameters, body and responses. `isSent` is true if the provider sends the request. */
function writeExchangeOutline(
  contract: Contract,
  { parameters, body, responses }: Pick<Operation, "parameters" | "body" | "responses">,
  isSent: boolean,
): string {
  const parameterRows = parameters.map((parameter) => [
    parameter.name,
    parameter.in,
    outlineBody(contract, parameter.schema, { isSent })[0]?.[1] ?? "",
    parameter.required ? "required" : "",
    basisText(parameter),
    readDescription(valueAt(contract.document, parameter.pointer)).replaceAll(/\s+/g, " "),
  ]);
  return [
    ...(parameterRows.length > 0 ? [`\nParameters\n${table(parameterRows, "  ")}`] : []),
    ...(body ? [`\nBody${body.required ? "" : ", optional"}\n${contentText(contract, body, isSent)}`] : []),
    ...responses.map(
      (response) =>
        `\n${response.status}  ${response.description}  (${basisText(response)})\n${contentText(contract, response, !isSent)}`,
    ),
  ].join("");
}

function contentText(contract: Contract, { content }: Body | Response, isSent: boolean): string {
  return content
    .map(({ mediaType, schema }) => {
      const fields = schema ? table(outlineBody(contract, schema, { isSent }), "    ") : "";
      return `  ${mediaType}\n${fields}`;
    })
    .join("");
}

function readDescription(node: unknown): string {
  if (isObject(node as never)) return String((node as { description?: unknown }).description ?? "").trim();
  return "";
}

/** Wraps the paragraphs of a text. */
function wrap(text: string, width = 100): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => {
      const lines = [""];
      for (const word of paragraph.split(/\s+/)) {
        const line = lines.at(-1) as string;
        if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
        else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
      }
      return lines.join("\n");
    })
    .join("\n\n");
}
