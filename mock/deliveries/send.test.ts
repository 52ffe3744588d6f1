import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import { createClock } from "../model/clock.ts";
import { type Outgoing, type SenderSettings, type Sent, createSender } from "./send.ts";

const body = Buffer.from([0, 1, 254, 255]);

describe("createSender()", () => {
  it("sends the given bytes and headers, and returns the response", async () => {
    await using receiver = await startReceiver(() => ({ status: 201, body: "thanks" }));

    expect(await sent({ url: `${receiver.url}/hooks?x=1`, headers: { "webhook-id": "msg_1" } })).toEqual({
      status: 201,
      text: "thanks",
    });
    expect(receiver.received).toMatchObject([
      { method: "POST", url: "/hooks?x=1", headers: { "webhook-id": "msg_1", connection: "close" }, body },
    ]);
  });

  it("follows no redirect", async () => {
    await using receiver = await startReceiver(() => ({ status: 307, headers: { location: "/other" } }));

    expect(await sent({ url: receiver.url })).toEqual({ status: 307, text: "" });
    expect(receiver.received).toHaveLength(1);
  });

  it("reads only the beginning of a response", async () => {
    await using receiver = await startReceiver(() => ({ status: 200, body: "x".repeat(1_000_000) }));

    expect(await sent({ url: receiver.url })).toEqual({ status: 200, text: "x".repeat(4096) });
  });

  it("reaches this machine by any of its names, without looking them up", async () => {
    await using receiver = await startReceiver();
    const port = new URL(receiver.url).port;
    for (const host of ["localhost", "acme.localhost", "127.0.0.1"])
      expect(await sent({ url: `http://${host}:${port}/` })).toMatchObject({ status: 204 });
  });

  it.each([
    "http://receiver.example/",
    "http://127.0.0.1.example/",
    "http://localhost.example/",
    "http://0.0.0.0:1/",
    "http://10.0.0.1/",
    "http://127.0.0.1@receiver.example/",
    "http://[2001:db8::1]/",
    "http://[::]/",
    "http://0/",
    "http://169.254.169.254/",
    "http://127.0.0.1%2ereceiver.example/",
    "http://receiver.example\\@127.0.0.1/",
    "http://receiver.example#@127.0.0.1/",
  ])("sends nothing to %s unless allowed", async (url) => {
    expect(await sent({ url })).toMatchObject({
      failed: expect.stringContaining("is not this machine"),
      isFinal: true,
    });
  });

  it.each(["no url", "ftp://127.0.0.1/", "file:///hooks", "//127.0.0.1/", "http://127.0.0.1:99999/"])(
    "sends nothing to %s, also if all destinations are allowed",
    async (url) => {
      for (const deliverTo of ["loopback", "anywhere"] as const)
        expect(await sent({ url }, { deliverTo })).toEqual({
          failed: `"${url}" is not an http or https URL`,
          isFinal: true,
        });
    },
  );

  it("treats a host that is a number as an IP address", async () => {
    await using receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    for (const host of ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "①②⑦.0.0.1"])
      expect(await sent({ url: `http://${host}:${port}/` })).toMatchObject({ status: 204 });
  });

  it("returns the response of an endpoint whose body breaks off, or never ends", async () => {
    for (const end of [(response: ServerResponse) => response.socket?.destroy(), () => {}]) {
      const server = createServer((_, response) => {
        response.writeHead(200, { "content-length": 100 }).write("half", () => void end(response));
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const response = await sent({ url }, { deliveryTimeout: 1000 });
      server.closeAllConnections();
      server.close();

      expect(response).toEqual({ status: 200, text: "half" });
    }
  });

  it("sends to other machines if allowed", async () => {
    await using receiver = await startReceiver();

    // An address of this machine in an unusual notation.
    const url = receiver.url.replace("127.0.0.1", "[::ffff:127.0.0.1]");

    expect(await sent({ url }, { deliverTo: "anywhere" })).toMatchObject({ status: 204 });
    expect(await sent({ url })).toMatchObject({ isFinal: true });
  });

  it("returns the reason without a response", async () => {
    const gone = await startReceiver();
    await gone[Symbol.asyncDispose]();
    await using silentReceiver = await startReceiver(() => undefined);

    expect(await sent({ url: gone.url })).toEqual({ failed: expect.stringContaining("ECONNREFUSED") });
    expect(await sent({ url: silentReceiver.url }, { deliveryTimeout: 20 })).toEqual({
      failed: "no answer within 0.02 s",
    });
    expect(await sent({ url: silentReceiver.url, headers: { "no header": "x" } })).toEqual({
      failed: expect.any(String),
    });
  });

  it("times out when the clock is advanced that far, and not before", async () => {
    const clock = createClock(() => 0);
    const arrivals: (() => void)[] = [];
    await using silentReceiver = await startReceiver(() => void arrivals.shift()?.());
    await using slowReceiver = await startReceiver(async () => {
      clock.advance(599_999);
      await new Promise((resolve) => setImmediate(resolve));
      return 204;
    });
    const sender = createSender({ deliveryTimeout: 600_000 });
    const arrival = new Promise<void>((resolve) => arrivals.push(resolve));
    const hanging = sender.send({ url: silentReceiver.url, headers: {}, body }, clock);
    await arrival;
    clock.advance(599_999);
    const answered = await sender.send({ url: slowReceiver.url, headers: {}, body }, clock);
    const failed = await hanging;
    await sender.close();

    expect([answered, failed]).toEqual([{ status: 204, text: "" }, { failed: "no answer within 600 s" }]);
  });

  it("receives a response that arrives while the clock is advanced", async () => {
    const clock = createClock(() => 0);
    await using receiver = await startReceiver(() => (clock.advance(3_600_000), 204));
    const sender = createSender();
    const answered = await sender.send({ url: receiver.url, headers: {}, body }, clock);
    await sender.close();

    expect(answered).toEqual({ status: 204, text: "" });
  });

  it("aborts open requests when it is closed", async () => {
    let arrived = (): void => {};
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    await using silentReceiver = await startReceiver(() => void arrived());
    const sender = createSender();
    const sending = sender.send({ url: silentReceiver.url, headers: {}, body });
    await arrival;
    await sender.close();

    expect(await sending).toEqual({ failed: expect.any(String) });
  });
});

async function sent(outgoing: Partial<Outgoing>, settings: SenderSettings = {}): Promise<Sent> {
  const sender = createSender(settings);
  const answer = await sender.send({ url: "", headers: {}, body, ...outgoing });
  await sender.close();
  return answer;
}
