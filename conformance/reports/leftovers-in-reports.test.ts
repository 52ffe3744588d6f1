import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { serve } from "../../test/support/conformance/things.ts";
import { createScratch, documentOf } from "../../test/support/contracts/scratch.ts";
import { createArchive } from "../archive/archive.ts";
import { conform } from "../conform.ts";
import { conformReports, renderConsole } from "./index.ts";
import { judgementOf } from "./judgement-of.ts";

const schema = { type: "object", properties: { name: { type: "string" } } };
const content = { "application/json": { schema } };
const token = { type: "object", properties: { access_token: { type: "string" } } };

/** A run on a server that has no way to remove a note, or to end a session. */
async function runOnNotes() {
  const contract = await createScratch().load(
    documentOf({
      paths: {
        "/notes": { post: { requestBody: { content }, responses: { 204: { description: "Made." } } } },
        "/login": {
          post: { responses: { 200: { description: "In.", content: { "application/json": { schema: token } } } } },
        },
      },
    }),
  );
  await using server = await serve(
    createServer(async (request, response) => {
      await text(request);
      const isPost = request.method === "POST";
      const isLogin = request.url === "/login";
      if (isPost && isLogin) response.writeHead(200, { "content-type": "application/json" });
      else response.writeHead(isPost && request.url === "/notes" ? 204 : 404);
      response.end(isPost && isLogin ? '{"access_token":"t-1"}' : undefined);
    }),
  );
  const archive = createArchive();
  const report = await conform({ contracts: [contract!], target: server.url, mode: "sandbox", seed: 1, archive });
  return { report, archive, judgement: judgementOf(report, { archive }) };
}

it("every report lists what a run leaves, by operation and count", async () => {
  const { report, archive, judgement } = await runOnNotes();
  const rendered = Object.entries(conformReports).map(([name, render]) => {
    const result = render({ report, judgement, archive });
    return [name, typeof result === "string" ? result : JSON.stringify(result)] as const;
  });
  const notes = report.leftoverCounts?.find(({ operation }) => operation === "POST /notes");
  const logins = report.leftoverCounts?.find(({ operation }) => operation === "POST /login");

  expect(notes?.count).toBeGreaterThan(0);
  expect(logins?.reason).toContain("token");
  for (const [name, output] of [...rendered, ["text", renderConsole(judgement, { colours: false })] as const]) {
    // HTML, XML and Markdown escape some characters.
    const plain = output.replaceAll("\\", "");
    expect([name, plain.includes("POST /notes"), plain.includes("POST /login")]).toEqual([name, true, true]);
    if (name !== "json") expect([name, plain]).toEqual([name, expect.stringContaining("Left behind")]);
  }
});
