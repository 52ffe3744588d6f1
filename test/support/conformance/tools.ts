import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Response } from "express";
import { type Contract, type JsonObject, validatorOf } from "../../../contracts/index.ts";
import { requestMedia } from "../../../conformance/requests/wire.ts";

/** Bugs of the server of fixtures/conformance/tools.yaml. */
export const toolBugs = [
  "time-without-zone",
  "patch-forgets",
  "patch-takes-anything",
  "shelf-ignored",
  "no-location",
  "deleted-twice-fails",
] as const;

export type ToolBug = (typeof toolBugs)[number];

type Tool = JsonObject & { readonly id: string };

/** Serves a provider that validates requests by the contract, with any number of bugs. */
export async function serveTools(contract: Contract, bugs: readonly ToolBug[] = []) {
  const on = (bug: ToolBug): boolean => bugs.includes(bug);
  const tools = new Map<string, Tool>();
  let made = 0;
  const app = express();
  app.use(express.json());

  app.get("/tools", ({ query: { shelf } }, response) => {
    if (shelf !== undefined && !["wood", "metal", "garden"].includes(String(shelf))) return refuse(response, 400);
    const all = [...tools.values()].filter(
      (tool) => shelf === undefined || on("shelf-ignored") || tool["shelf"] === shelf,
    );
    return void response.json(all.map(shown));
  });
  app.post("/tools", ({ body }, response) => {
    if (!isValid("createTool", body)) return refuse(response, 400);
    const tool: Tool = { ...clientMembers(body as JsonObject), id: `tool-${++made}` };
    tools.set(tool.id, tool);
    if (!on("no-location")) response.location(`/tools/${tool.id}`);
    return void response.status(201).json(shown(tool));
  });
  app.get("/tools/:id", ({ params: { id } }, response) => {
    const tool = tools.get(id);
    return tool ? void response.json(shown(tool)) : refuse(response, 404);
  });
  app.patch("/tools/:id", ({ params: { id }, body }, response) => {
    const tool = tools.get(id);
    if (!tool) return refuse(response, 404);
    if (!on("patch-takes-anything") && !isValid("changeTool", body)) return refuse(response, 400);
    const { fee: _, note: __, ...rest } = tool;
    const changed: Tool = { ...(on("patch-forgets") ? rest : tool), ...clientMembers(body as JsonObject), id };
    tools.set(id, changed);
    return void response.json(shown(changed));
  });
  app.delete("/tools/:id", ({ params: { id } }, response) => {
    if (tools.delete(id)) return void response.sendStatus(204);
    if (on("deleted-twice-fails")) throw new TypeError("Cannot read properties of undefined");
    return refuse(response, 404);
  });
  app.use((_, response) => refuse(response, 404));
  app.use(((error: { readonly status?: number }, _, response, _next) =>
    refuse(response, error.status ?? 500)) as ErrorRequestHandler);

  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  function isValid(id: string, body: unknown): boolean {
    const operation = contract.operations.find((each) => each.id === id);
    const schema = operation && requestMedia(operation)?.schema;
    return schema !== undefined && validatorOf(contract, schema.pointer, "request")(body as JsonObject).length === 0;
  }

  /** Members of a tool that clients can set. */
  function clientMembers(body: JsonObject): JsonObject {
    const names = ["name", "shelf", "fee", "note"];
    return Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => names.includes(name)));
  }

  function shown(tool: Tool): JsonObject {
    return { ...tool, bought_at: on("time-without-zone") ? "2026-01-05 12:00" : "2026-01-05T12:00:00Z" };
  }
}

function refuse(response: Response, status: number): void {
  response.status(status).type("application/problem+json");
  response.send(JSON.stringify({ title: status === 404 ? "There is no such tool" : "Refused", status }));
}
