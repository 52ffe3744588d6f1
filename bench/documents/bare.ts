import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { Plan } from "./exchanges.ts";
import { responsesOf } from "./responses-of.ts";

// Lower bound for a server: node:http with the recorded responses. It parses bodies. Usage: node bare.ts PORT PLAN.
const plan = JSON.parse(readFileSync(process.argv[3] as string, "utf8")) as Plan;
const responses = new Map(
  [...responsesOf(plan)].map(([request, response]) => [
    request,
    { ...response, length: String(Buffer.byteLength(response.body)) },
  ]),
);

const parse = (text: string, type = ""): unknown =>
  type.includes("json") ? JSON.parse(text) : [...new URLSearchParams(text)];

createServer((request, response) => {
  const known = responses.get(`${request.method} ${request.url}`);
  if (request.method === "GET") {
    answer();
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString();
    parse(text, request.headers["content-type"]);
    answer();
  });

  function answer(): void {
    response.writeHead(known?.status ?? 404, [
      "content-type",
      known?.type ?? "",
      "content-length",
      known?.length ?? "0",
    ]);
    response.end(known?.body);
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
