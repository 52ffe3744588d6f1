import { createServer } from "node:http";
import { pageSize, sampleItem } from "../document.ts";

/** The floor: node:http that answers bytes made beforehand. Usage: node bare.ts PORT. */
const item = Buffer.from(JSON.stringify(sampleItem));
const list = Buffer.from(JSON.stringify(Array.from({ length: pageSize }, () => sampleItem)));

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

  function answer(status: number, body: Buffer): void {
    response.writeHead(status, ["content-type", "application/json", "content-length", String(body.length)]);
    response.end(body);
  }
}).listen(Number(process.argv[2]), "127.0.0.1");
