import { once } from "node:events";
import { connect } from "node:net";
import { Agent, request } from "undici";
import { afterEach, describe, expect, it, vi } from "vitest";
import { selfSigned } from "../../cli/mock/certificate.ts";
import { platformOf } from "../../test/support/mock/ask.ts";
import {
  type TransportEffects,
  type MockResponse,
  type Platform,
  type FaultSetting,
  createDispatcher,
  listen,
} from "../index.ts";
import { type ResponseLine, sendWithEffects } from "./send-with-effects.ts";

const headers = { authorization: "Bearer mock-acme" };
const response: MockResponse = { status: 200, headers: {}, body: Buffer.from("abcdef") };

describe("sendWithEffects()", () => {
  afterEach(() => void vi.useRealTimers());

  /** Calls of a connection, with their times. */
  async function stepsOf(effects: TransportEffects, closedAt = Number.POSITIVE_INFINITY): Promise<string[]> {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const begin = Date.now();
    const steps: string[] = [];
    const step = (text: string): void => void steps.push(`${Date.now() - begin} ${text}`);
    const line: ResponseLine = {
      onClosed: (callback) => void (closedAt < Number.POSITIVE_INFINITY && setTimeout(callback, closedAt)),
      head: () => step("head"),
      data: (bytes) => step(Buffer.from(bytes).toString()),
      end: () => step("end"),
      cut: () => step("cut"),
      reset: () => step("reset"),
    };
    const sent = sendWithEffects(response, effects, line);
    // A bounded advance: a timer of another module that restarts itself must not keep this test running.
    await vi.advanceTimersByTimeAsync(1000);
    await sent;
    return steps;
  }

  it.each<[TransportEffects, string[]]>([
    [{}, ["0 head", "0 abcdef", "0 end"]],
    [{ delay: 200 }, ["200 head", "200 abcdef", "200 end"]],
    [{ reset: true }, ["0 reset"]],
    [{ delay: 5, reset: true }, ["5 reset"]],
    [{ cut: 2 }, ["0 head", "0 ab", "0 cut"]],
    [{ cut: 0 }, ["0 head", "0 cut"]],
    [{ pace: { bytes: 4, pause: 10 } }, ["0 head", "0 abcd", "10 ef", "20 end"]],
    [{ delay: 1, cut: 5, pace: { bytes: 4, pause: 10 } }, ["1 head", "1 abcd", "11 e", "21 cut"]],
  ])("applies the effects %j", async (effects, steps) => {
    expect(await stepsOf(effects)).toEqual(steps);
  });

  it("stops when the client closes the connection, and leaves no timer", async () => {
    expect(await stepsOf({ delay: 200 }, 100)).toEqual([]);
    expect(await stepsOf({ pace: { bytes: 1, pause: 10 } }, 15)).toEqual(["0 head", "0 a", "10 b"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

const ways: Record<string, (platform: Platform) => Promise<OpenTransport>> = {
  HTTP: async (platform) => {
    const { url, close } = await listen(platform);
    return { ask: () => request(`${url}/books`, { headers }), close };
  },
  HTTPS: async (platform) => {
    const tls = await selfSigned("127.0.0.1");
    const { url, close } = await listen(platform, { tls });
    const dispatcher = new Agent({ connect: { ca: tls.cert } });
    return { ask: () => request(`${url}/books`, { headers, dispatcher }), close };
  },
  "the dispatcher": async (platform) => {
    const dispatcher = createDispatcher(platform);
    return { ask: () => request("http://any/books", { headers, dispatcher }), close: async () => {} };
  },
};

interface OpenTransport {
  ask(): ReturnType<typeof request>;
  close(): Promise<void>;
}

describe.each(Object.entries(ways))("faults over %s", (_, open) => {
  async function under<T>(setting: FaultSetting, run: (way: OpenTransport) => Promise<T>): Promise<T> {
    const platform = await platformOf("library", { faults: [setting] });
    const way = await open(platform);
    try {
      return await run(way);
    } finally {
      await way.close();
    }
  }

  it("transmits slow and late responses completely", async () => {
    for (const setting of [
      { id: "latency", milliseconds: 2 },
      { id: "slow", milliseconds: 5 },
    ] as const) {
      const [told, text] = await under(setting, async ({ ask }) => {
        const { headers: received, body } = await ask();
        return [received["concord-fault"], await body.text()];
      });
      expect([told, text]).toEqual([setting.id, '{"total":0,"has_more":false,"results":[]}']);
    }
  });

  it("waits for the delay of the fault", async () => {
    const began = performance.now();
    await under({ id: "latency", milliseconds: 30 }, async ({ ask }) => (await ask()).body.dump());

    expect(performance.now() - began).toBeGreaterThan(28);
  });

  it("breaks off in the middle of a body", async () => {
    await under({ id: "truncated" }, async ({ ask }) => {
      const { statusCode, headers: received, body } = await ask();
      expect([statusCode, received["content-length"], received["concord-fault"]]).toEqual([200, "41", "truncated"]);
      await expect(body.text()).rejects.toMatchObject({ code: "UND_ERR_SOCKET", message: "other side closed" });
    });
  });

  it("resets the connection, and the next call is served", async () => {
    await under({ id: "reset", times: 1 }, async ({ ask }) => {
      await expect(ask()).rejects.toMatchObject({ code: "ECONNRESET", message: "read ECONNRESET" });
      expect((await ask()).statusCode).toBe(200);
    });
  });

  it("ends when the consumer stops waiting", async () => {
    const platform = await platformOf("library", { faults: [{ id: "latency", milliseconds: 1_000_000 }] });
    const way = await open(platform);
    const dispatcher = createDispatcher(platform);
    const waiting = request("http://any/books", { headers, dispatcher, signal: AbortSignal.timeout(5) });

    await expect(waiting).rejects.toThrow(/timeout/);
    await way.close();
  });
});

describe("a server with a delayed response", () => {
  it("closes at once, and continues when a client disconnects", async () => {
    const platform = await platformOf("library", { faults: [{ id: "latency", milliseconds: 1_000_000, times: 2 }] });
    const { url, close } = await listen(platform);
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    socket.write("GET /books HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer mock-acme\r\n\r\n", () => socket.destroy());
    await once(socket, "close");
    const open = fetch(`${url}/books`, { headers }).catch((error: Error) => error);
    await close();

    expect(await open).toBeInstanceOf(Error);
  });
});
