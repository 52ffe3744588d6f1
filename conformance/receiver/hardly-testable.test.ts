import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { selfSigned } from "../../cli/mock/certificate.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { freePort, serve } from "../../test/support/receiver-servers.ts";
import { testReceiver } from "./test-receiver.ts";
import { createTrust } from "../target/raw/trust.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const secret = `whsec_${randomBytes(24).toString("base64")}`;
const settings = {
  policy: "both",
  secret,
  privateKey,
  organization: "acme",
  event: { name: "entity.created", payload: { service: "entity" } },
  replay: "npx concord-toolkit webhooks test-receiver URL",
} as const;

describe("testReceiver() with receivers that are difficult to test", () => {
  it("reports the delivery that stopped the receiver, not the next delivery", async () => {
    let left = 3;
    const server = await serve((request, response) => {
      if (--left > 0) return void response.writeHead(204).end();
      void server[Symbol.asyncDispose]();
      request.socket.destroy();
    });
    const report = await testReceiver({ ...settings, url: server.url, only: ["valid"] });

    expect(report.trials.filter(({ outcome }) => outcome === "failed")).toMatchObject([
      { name: "valid-unknown-entry-first", message: expect.stringContaining("crashed at this delivery") as string },
    ]);
  });

  it("stops if the receiver refuses the first genuine delivery, and reports a possible reason", async () => {
    for (const [status, headers, reason] of [
      [401, {}, /--secret/],
      [401, { date: new Date(Date.now() + 3_600_000).toUTCString() }, /clock is 3(?:599|6\d\d) seconds ahead/],
      [404, {}, /complete URL/],
      [308, { location: "/hooks/" }, /redirects to, \/hooks\//],
      [500, {}, /log why it failed/],
    ] as const) {
      await using server = await serve((_, response) => void response.writeHead(status, headers).end());
      const { trials, requests } = await testReceiver({ ...settings, url: server.url });
      const [found, ...others] = trials.filter(({ outcome }) => outcome !== "skipped");

      expect(found).toMatchObject({ name: "valid-delivery", remedy: expect.stringMatching(reason) as string });
      expect([others.length, requests]).toEqual([0, 1]);
    }
  });

  it("stops after three deliveries in a row without a response", async () => {
    await using server = await serve(() => {});
    const report = await testReceiver({ ...settings, url: server.url, timeoutMs: 100 });

    expect(report.requests).toBe(3);
    expect(report.trials.filter(({ outcome }) => outcome === "failed")).toMatchObject([{ name: "valid-delivery" }]);
  });

  it("reports a receiver that locks out the sender of forged deliveries, and does not judge its later refusals", async () => {
    let forged = 0;
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { ok } = verify({ headers: request.headersDistinct, body: await buffer(request), secret, publicKey });
      if (!ok) forged++;
      response.writeHead(forged >= 15 ? 403 : ok ? 204 : 401).end();
    };
    await using server = await serve((request, response) => void answer(request, response));
    const report = await testReceiver({ ...settings, url: server.url, only: ["valid", "tampered", "entries"] });
    const outcomes = Map.groupBy(report.trials, ({ outcome }) => outcome);

    expect(outcomes.get("failed")).toBeUndefined();
    expect(outcomes.get("skipped")?.length).toBeGreaterThan(0);
    expect(outcomes.get("skipped")?.[0]?.message).toContain("blocks the sender");
    expect(report.interrupted).toBe(true);
  });

  it.each<[string, RequestListener | undefined, RegExp]>([
    ["nobody", undefined, /nothing listens there/],
    ["one that refuses", (_, response) => void response.writeHead(401).end("no"), /answered 401: "no"/],
    ["one without a count", (_, response) => void response.end('{"effects":3}'), /but "{"effects":3}"/],
  ])("does not start with a probe that returns no count: %s", async (_, listener, reason) => {
    await using endpoint = await startReceiver();
    const probe = await serve(listener ?? (() => {}));
    if (!listener) await probe[Symbol.asyncDispose]();
    const result = testReceiver({ ...settings, url: endpoint.url, probe: probe.url });

    await expect(result).rejects.toMatchObject({
      code: "unusable-probe",
      message: expect.stringMatching(reason) as string,
    });
    await probe[Symbol.asyncDispose]();
    expect(endpoint.received).toEqual([]);
  });

  it("skips the count of effects if no effect arrives in time", async () => {
    await using endpoint = await startReceiver();
    await using probe = await serve((_, response) => void response.end("7"));
    const counting = { probe: probe.url, probeWaitMs: 200, only: ["effects", "redelivery"] };
    const report = await testReceiver({ ...settings, url: endpoint.url, ...counting });
    const skipped = report.trials.filter(({ outcome }) => outcome === "skipped");

    expect(skipped.length).toBeGreaterThan(3);
    expect(skipped.filter(({ message }) => !message?.includes("--probe-wait"))).toEqual([]);
    expect(report.trials.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  it("waits for a receiver that starts after its key is served", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/hooks`;
    const server = createServer((_, response) => void response.writeHead(204).end());
    const onServing = (): void => void server.listen(port, "127.0.0.1");
    const waiting = { url, waitMs: 20_000, keyServer: { port: 0 }, onServing, only: ["valid-delivery"] };
    const report = await testReceiver({ ...settings, ...waiting });
    server.close();

    expect(report.trials).toMatchObject([{ outcome: "passed" }]);
  });

  it("names the options that trust a certificate, and accepts them", async () => {
    const { key, cert } = await selfSigned("127.0.0.1");
    const server = createTlsServer({ key, cert }, (_, response) => void response.writeHead(204).end());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const only = ["valid-delivery"];

    await expect(testReceiver({ ...settings, url })).rejects.toMatchObject({
      code: "unreachable-target",
      hint: expect.stringContaining("NODE_EXTRA_CA_CERTS") as string,
    });
    for (const trust of [createTrust({ ca: cert, isInsecure: false }), createTrust({ isInsecure: true })])
      expect((await testReceiver({ ...settings, url, trust, only })).trials).toMatchObject([{ outcome: "passed" }]);
    server.close();
  });
});
