import { type KeyObject, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it } from "vitest";
import { now, publicKey, secret, signedDelivery, withHeaders } from "../../test/support/deliveries/signed.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import type { WireDelivery } from "./delivery.ts";
import { createGuard } from "./guard.ts";
import { type EndpointResponse, post } from "./post.ts";
import { createPublicKeySource } from "./public-key.ts";
import { type ReceivedDelivery, type ReceiverOptions, createReceiver } from "./receiver.ts";

const good = signedDelivery('{"name":"entity.created"}');
const forged = { ...good, body: Buffer.from("{}") };

/** A receiver on a free port, with its reports. */
async function receiving(options: Partial<ReceiverOptions> = {}) {
  const reported: ReceivedDelivery[] = [];
  const onDelivery = (received: ReceivedDelivery) => Promise.resolve(void reported.push(received));
  const malformed: string[] = [];
  const server = createReceiver({
    secret,
    toleranceSeconds: 300,
    status: 204,
    now: () => now,
    onDelivery,
    onMalformed: (reason) => void malformed.push(reason),
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return {
    url,
    told: reported,
    malformed,
    send: async (delivery: WireDelivery, method = "POST") => endpointAnswering(await post(url, delivery, { method })),
    async [Symbol.asyncDispose]() {
      server.close();
      await once(server, "close");
    },
  };
}

function endpointAnswering(answer: EndpointResponse) {
  if ("failed" in answer) throw new Error(answer.failed);
  return { ...answer, text: Buffer.from(answer.body).toString() };
}

describe("createReceiver()", () => {
  it("accepts a delivery that verifies, and refuses a forged one with the reason", async () => {
    await using receiver = await receiving({ status: 202 });
    const [taken, refused] = [await receiver.send(good), await receiver.send(forged)];

    expect(taken).toMatchObject({ status: 202, text: "" });
    expect(refused).toMatchObject({ status: 401, text: expect.stringMatching(/^invalid-v1: /) });
    expect(receiver.told.map(({ isAccepted, diagnosis }) => [isAccepted, diagnosis.verdict])).toEqual([
      [true, "ok"],
      [false, "invalid-v1"],
    ]);
  });

  it("reports header names, repeated headers and body bytes as sent", async () => {
    const body = Buffer.from([0, 255, 10, 13]);
    const malformed = {
      headers: [...signedDelivery(body).headers, ["X-Twice", "1"], ["X-Twice", "2"], ["x-twice", "3"]] as const,
      body,
    };
    await using receiver = await receiving();
    await receiver.send(malformed);
    const [{ delivery } = {}] = receiver.told;

    expect(delivery?.headers).toEqual(expect.arrayContaining([...malformed.headers]));
    expect(Buffer.from(delivery?.body ?? [])).toEqual(body);
    expect(delivery?.target).toBe("/hooks");
  });

  it("reports a repeated header", async () => {
    await using receiver = await receiving();
    const twice = { ...good, headers: [...good.headers, ["Webhook-Id", "msg_2"] as const] };

    expect((await receiver.send(twice)).text).toMatch(/^duplicate-header/);
  });

  it("reads the public key again if a delivery does not verify with it", async () => {
    let key = generateKeyPairSync("ed25519").publicKey;
    let time = 0;
    const source = await createPublicKeySource(
      () => Promise.resolve(key),
      () => time,
    );
    await using receiver = await receiving({ publicKey: source });
    const early = await receiver.send(good);
    time = 60_000;
    const same = await receiver.send(good);
    time = 120_000;
    key = publicKey;
    const late = await receiver.send(good);

    expect([early.status, same.status, late.status]).toEqual([401, 401, 204]);
    expect(receiver.told.map(({ notes }) => notes)).toEqual([
      [],
      ["The public key was fetched again, and is the same"],
      ["The public key was fetched again, and has changed"],
    ]);
  });

  it("keeps the latest public key if reading fails, with a note", async () => {
    let time = 0;
    const answers = [Promise.resolve(publicKey), Promise.reject(new Error("nothing listens there"))];
    answers[1]?.catch(() => {});
    const source = await createPublicKeySource(
      () => answers.shift() as Promise<KeyObject>,
      () => time,
    );
    time = 60_000;
    await using receiver = await receiving({ publicKey: source });
    await receiver.send(forged);
    await receiver.send(good);

    expect(receiver.told.map(({ isAccepted, notes }) => [isAccepted, notes])).toEqual([
      [false, ["The public key could not be fetched again: nothing listens there"]],
      [true, []],
    ]);
  });

  it("requires the credentials of the endpoint, and issues OAuth tokens", async () => {
    const authentication = { type: "oauth", client_id: "c", client_secret: "s", token_url: "" } as const;
    const guard = createGuard(authentication, { now: () => now, newToken: () => "token_1" });
    await using receiver = await receiving({ guard });
    const without = await receiver.send(good);
    const form = Buffer.from("grant_type=client_credentials&client_id=c&client_secret=s");
    const granted = endpointAnswering(
      await post(new URL("/oauth/token", receiver.url).href, { headers: [], body: form }),
    );
    const { access_token } = JSON.parse(granted.text) as { access_token: string };
    const shown = { ...good, headers: [...good.headers, ["Authorization", `Bearer ${access_token}`] as const] };

    expect(without).toMatchObject({ status: 401, text: "OAuth: Authorization is missing\n" });
    expect(await receiver.send(shown)).toMatchObject({ status: 204 });
    expect(receiver.told.map(({ isAccepted }) => isAccepted)).toEqual([false, true]);
  });

  it("forwards every delivery byte by byte, and returns the response", async () => {
    await using endpoint = await startReceiver(() => ({ status: 418, headers: { "x-tea": "yes" }, body: "no coffee" }));
    const forward = (delivery: WireDelivery, method: string) => post(`${endpoint.url}/tea`, delivery, { method });
    await using receiver = await receiving({ forward });
    const answer = await receiver.send(forged, "PUT");
    const [got] = endpoint.received;

    expect(answer).toMatchObject({ status: 418, text: "no coffee" });
    expect(answer.headers).toContainEqual(["x-tea", "yes"]);
    expect(got).toMatchObject({ method: "PUT", url: "/tea", body: Buffer.from("{}") });
    expect(got?.headers).toMatchObject({ ...Object.fromEntries(forged.headers), host: new URL(endpoint.url).host });
    expect(receiver.told[0]).toMatchObject({ isAccepted: false, status: 418 });
  });

  it("returns 502 if the target of forwarding is unreachable", async () => {
    await using receiver = await receiving({ forward: (delivery) => post("http://127.0.0.1:1", delivery) });

    expect(await receiver.send(good)).toMatchObject({
      status: 502,
      text: "Cannot forward it: nothing listens there\n",
    });
  });

  it("refuses GET requests and oversized bodies", async () => {
    await using receiver = await receiving();
    const endless = { headers: [], body: Buffer.alloc(16 * 1024 * 1024 + 1) };

    expect((await fetch(receiver.url)).status).toBe(405);
    expect((await receiver.send(endless)).status).toBe(413);
    expect(receiver.told).toEqual([]);
  });

  it.each([
    ["is no HTTP", "hello\r\n\r\n"],
    ["ends before its body does", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n{}"],
  ])("continues after a request that %s", async (_, text) => {
    await using receiver = await receiving();
    const socket = connect(Number(new URL(receiver.url).port), "127.0.0.1");
    socket.resume().end(text);
    await once(socket, "close");

    expect(receiver.malformed).toHaveLength(1);
    expect((await receiver.send(good)).status).toBe(204);
    expect(receiver.told).toHaveLength(1);
  });

  it("judges a delivery without headers", async () => {
    await using receiver = await receiving();
    const bare = withHeaders({ headers: [] as [string, string][], body: Buffer.from("") }, {});

    expect((await receiver.send(bare)).text).toMatch(/^missing-header/);
  });
});
