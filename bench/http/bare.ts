import { createServer } from "node:http";
import { pageSize, sampleItem } from "../document.ts";

// Lower bound for a server: node:http with prepared responses. Usage: node bare.ts PORT. Bodies are text, because
// node:http sends a head and a text in one write, but a head and bytes in two.
const item = JSON.stringify(sampleItem);
const list = JSON.stringify(Array.from({ length: pageSize }, () => sampleItem));

createServer((request, response) => {
  if (request.method === "POST") {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      JSON.parse(Buffer.concat(chunks).toString());
      answer(201, item);
    });
  } else {
    answer(200, request.url?.includes("?") ? list : item);
  }

  function answer(status: number, body: string): void {
    response.writeHead(status, ["content-type", "application/json", "content-length", String(Buffer.byteLength(body))]);
    response.end(body);
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
