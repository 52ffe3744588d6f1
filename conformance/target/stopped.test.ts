import { once } from "node:events";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Report, conform } from "../index.ts";
import { chooseExitCode } from "../../cli/conform/exit-code.ts";

const scratch = createScratch();
const places = ["/first", "/second", "/third"];
const [contract] = [
  await scratch.load({
    openapi: "3.1.0",
    info: { title: "Places", version: "1" },
    paths: Object.fromEntries(places.map((path) => [path, { get: { responses: { 200: { description: "" } } } }])),
  }),
];

/** Run against a server that stops at the first request to a path, and starts again if the clock says so. */
async function runWith(path: string, { answers, returnsAfter = Infinity }: Stop): Promise<Report> {
  let stopped = false;
  const handler: Parameters<typeof createServer>[1] = (request, response) => {
    const stops = !stopped && request.url === path;
    if (!stops || answers) response.writeHead(request.url === "/_concord" ? 404 : 200).end();
    if (!stops) return;
    stopped = true;
    // After an answer, the connection is kept until the answer was sent.
    if (answers) response.once("finish", () => setImmediate(() => end(server)));
    else end(server);
  };
  let server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  let [time, waits] = [0, 0];
  const clock = {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
      if (stopped && ++waits === returnsAfter) {
        server = createServer(handler).listen(port, "127.0.0.1");
        await once(server, "listening");
      }
    },
  };
  try {
    return await conform({ contracts: [contract!], target: `http://127.0.0.1:${port}`, seed: 1, runs: 3, clock });
  } finally {
    end(server);
  }
}

interface Stop {
  /** True if the request is answered before the server stops. */
  readonly answers: boolean;
  /** Number of waits after which the server starts again. */
  readonly returnsAfter?: number;
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

describe("a target that stops", () => {
  it("ends the run with one finding, of the request at which it stopped", async () => {
    const report = await runWith("/second", { answers: false });

    expect(report.endedBy).toBe("target");
    expect(report.targetFailure).toMatch(
      /The target stopped after it answered GET \/first\b.*, while it was sent GET \/second/,
    );
    expect(report.failures.map(({ check, operation }) => [check, operation])).toEqual([["no-answer", "GET /second"]]);
    expect(report.outcomes?.map(({ reason }) => reason)).toEqual([null, expect.any(String), "ended"]);
    expect(chooseExitCode(report)).toBe(1);
  });

  it("is named after the latest response if it stops between two requests, and the run does not pass", async () => {
    const report = await runWith("/second", { answers: true });

    expect(report.targetFailure).toContain("The target stopped after it answered GET /second");
    expect(report.failures.filter(({ check }) => check !== "no-answer")).toEqual([]);
    expect(chooseExitCode(report)).not.toBe(0);
  });

  it("may start again within some seconds: the run goes on, and reports the stop", async () => {
    const report = await runWith("/second", { answers: false, returnsAfter: 5 });

    expect(report.endedBy).toBeNull();
    expect(report.failures.map(({ check, operation }) => [check, operation])).toEqual([["no-answer", "GET /second"]]);
    expect(report.outcomes?.map(({ succeeded }) => succeeded)).toEqual([true, true, true]);
  });
});
