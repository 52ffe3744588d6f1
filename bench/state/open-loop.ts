import { Agent, request } from "node:http";
import type { RequestToSend } from "../documents/requests.ts";

/**
 * Sends requests at a fixed rate, to the ports in rotation, however long the responses take. Returns the latencies from
 * the moment at which each request was due, in milliseconds.
 * @throws Error for a response other than 2xx, or a broken connection.
 */
export async function sendAtRate(
  ports: readonly number[],
  requests: readonly RequestToSend[],
  { perSecond, milliseconds }: { readonly perSecond: number; readonly milliseconds: number },
): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true });
  const count = Math.round((perSecond * milliseconds) / 1000);
  const started = performance.now();
  const sending: Promise<number>[] = [];
  while (sending.length < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - started) * perSecond) / 1000));
    for (let index = sending.length; index < due; index++) {
      const port = ports[index % ports.length] as number;
      sending.push(
        sendOne(agent, port, requests[index % requests.length] as RequestToSend, started + (index * 1000) / perSecond),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const latencies = await Promise.all(sending).finally(() => agent.destroy());
  return latencies;
}

function sendOne(
  agent: Agent,
  port: number,
  { method, url, headers, body }: RequestToSend,
  due: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = request({ agent, host: "127.0.0.1", port, method, path: url, headers: { ...headers, ...length } });
    sent.once("error", reject);
    sent.once("response", (response) => {
      const { statusCode = 0 } = response;
      if (statusCode < 200 || statusCode > 299) reject(new Error(`Cannot measure port ${port}: status ${statusCode}`));
      response.once("end", () => resolve(performance.now() - due));
      response.once("error", reject);
      response.resume();
    });
    sent.end(body);
  });
}
