import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { verify } from "../../contracts/signatures/index.ts";
import { freePort, serve } from "../../test/support/receiver-servers.ts";
import { type ExampleReceiver, exampleReceivers } from "../../test/support/receivers.ts";
import { startReceiver } from "../../test/support/mock/receiver.ts";
import type { EndpointCredentials } from "./authentication.ts";
import { judgementOfReceiver, type ReceiverReport } from "./report.ts";
import { type TestReceiverOptions, testReceiver } from "./test-receiver.ts";

const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const secret = `whsec_${randomBytes(24).toString("base64")}`;
const credentials = {
  apiKey: "the-key-of-the-endpoint",
  username: "platform",
  password: "a password: with a colon",
  clientId: "client",
  clientSecret: "the-secret-of-the-client",
};
const settings = {
  policy: "both",
  secret,
  privateKey,
  organization: "acme",
  event: { name: "entity.created", payload: { service: "entity" } },
  replay: "npx concord-toolkit webhooks test-receiver URL",
} as const;

const slowest = "wrong/refused-yet-done";
const [right, wrong] = await Promise.all([exampleReceivers("right"), exampleReceivers("wrong")]);

describe("the example receivers", () => {
  it("include at least twenty faulty and five correct receivers", () => {
    expect(wrong.length).toBeGreaterThanOrEqual(20);
    expect(right.length).toBeGreaterThanOrEqual(5);
  });
});

// Most of the time is waiting: for late effects, and for seconds to pass.
describe.concurrent("testReceiver()", () => {
  it.each(right)("accepts the correct receiver $name", async (receiver) => {
    const report = await reportOn(receiver);

    expect(failedTrials(report)).toEqual([]);
    expect(report.trials.filter(({ outcome }) => outcome === "skipped")).toEqual([]);
    expect(report.trials.length).toBeGreaterThan(120);
  });

  // The receiver with the longest wait for effects comes first.
  const longestFirst = wrong.toSorted((a, b) => Number(b.name === slowest) - Number(a.name === slowest));
  it.each(longestFirst)("reports the faulty receiver $name: $fault", async (receiver) => {
    const outcome = receiver.isTolerated ? "warned" : "failed";
    const failed = (await reportOn(receiver)).trials.filter((trial) => trial.outcome === outcome);

    expect(failed).not.toEqual([]);
    for (const { message, remedy, replay } of failed) {
      expect(message).toMatch(/\w/);
      expect(remedy).toMatch(/\.$/);
      expect(replay).toContain("--only ");
    }
  });

  it("prints no secret", async () => {
    const echoing: RequestListener = (request, response) => void response.end(JSON.stringify(request.rawHeaders));
    await using server = await serve(echoing);
    const shown: EndpointCredentials = {
      authentication: { type: "basic", username: "user", password: "hunter22" },
      header: ["Authorization", `Basic ${Buffer.from("user:hunter22").toString("base64")}`],
    };
    const report = await testReceiver({ ...settings, url: server.url, shown });
    const text = JSON.stringify([report, judgementOfReceiver(report)]);

    expect(report.trials.some(({ curl }) => curl?.includes('-u "$CONCORD_ENDPOINT_CREDENTIAL"'))).toBe(true);
    expect(text).not.toContain("hunter22");
    expect(text).not.toContain(Buffer.from("user:hunter22").toString("base64"));
    expect(text).not.toContain(secret);
  });

  it("runs only the named trials, and suggests close names for an unknown one", async () => {
    await using endpoint = await startReceiver();
    const report = await testReceiver({ ...settings, url: endpoint.url, only: ["valid-delivery", "redelivery"] });

    expect(report.trials.map(({ name }) => name)).toEqual([
      "valid-delivery",
      "redelivery-taken",
      "redelivery-no-second-effect",
      "redelivery-at-once",
      "redelivery-after-all-others",
    ]);
    await expect(testReceiver({ ...settings, url: endpoint.url, only: ["valid-deliverie"] })).rejects.toMatchObject({
      code: "nothing-to-try",
      hint: expect.stringContaining("valid-delivery") as string,
    });
  });

  it("sends genuine deliveries that verify, and reuses an id only for a redelivery", async () => {
    await using endpoint = await startReceiver();
    await testReceiver({ ...settings, url: endpoint.url, only: ["valid", "bodies", "framing", "rotation"] });

    const verdicts = endpoint.received.map(({ headers, body }) => verify({ headers, body, secret, publicKey }).ok);
    expect(verdicts.filter((ok) => !ok)).toHaveLength(2);
    expect(new Set(endpoint.received.map(({ headers }) => headers["webhook-id"])).size).toBe(endpoint.received.length);
  });

  it("does not report a receiver that asks to retry later and then responds", async () => {
    const asked = new Set<string>();
    await using endpoint = await startReceiver(({ headers }) => {
      const id = String(headers["webhook-signature"]);
      if (asked.size === 0) {
        asked.add(id);
        return { status: 429, headers: { "retry-after": "0" } };
      }
      return 204;
    });
    const report = await testReceiver({ ...settings, url: endpoint.url, only: ["valid-delivery"] });

    expect(report.trials.map(({ outcome }) => outcome)).toEqual(["passed"]);
    expect(report.requests).toBe(2);
  });

  it("does not judge an exact-second trial if the second ends before the response", async () => {
    await using server = await serve((_, response) => void setTimeout(() => response.writeHead(204).end(), 1100));
    const report = await testReceiver({ ...settings, url: server.url, only: ["timestamp-301-seconds-old"] });

    expect(report.trials).toMatchObject([
      { outcome: "skipped", message: expect.stringContaining("too slow") as string },
    ]);
  });

  it("does not judge an exact-second trial if the receiver's clock shows another second", async () => {
    const date = new Date(Date.now() + 7000).toUTCString();
    await using server = await serve((_, response) => void response.writeHead(204, { date }).end());
    const report = await testReceiver({ ...settings, url: server.url, only: ["timestamp-301-seconds-old"] });

    expect(report.trials).toMatchObject([{ outcome: "skipped" }]);
  });

  it("reports a receiver that has stopped responding", async () => {
    const server = await serve((_, response) => {
      response.writeHead(204).end(() => void server[Symbol.asyncDispose]());
    });
    const report = await testReceiver({ ...settings, url: server.url, only: ["valid", "bodies"] });
    const outcomes = Map.groupBy(report.trials, ({ outcome }) => outcome);

    expect(outcomes.get("passed")).toBeUndefined();
    expect(outcomes.get("failed")).toMatchObject([
      { name: "valid-delivery", message: expect.stringContaining("it crashed at this delivery") as string },
    ]);
    expect(outcomes.get("skipped")?.[0]?.message).toBe("The receiver no longer responds");
  });

  it("rejects an unreachable receiver, an invalid URL and a missing secret", async () => {
    const nobody = await serve(() => {});
    await nobody[Symbol.asyncDispose]();
    const { secret: _, ...without } = settings;

    await expect(testReceiver({ ...settings, url: nobody.url })).rejects.toMatchObject({ code: "unreachable-target" });
    await expect(testReceiver({ ...settings, url: "localhost:3000" })).rejects.toMatchObject({
      code: "invalid-target",
    });
    await expect(testReceiver({ ...without, url: nobody.url })).rejects.toMatchObject({ code: "usage" });
  });

  it("ends when it is interrupted, and reports the early end", async () => {
    const ending = new AbortController();
    await using server = await serve((_, response) => void response.writeHead(204).end());
    const report = await testReceiver({
      ...settings,
      url: server.url,
      signal: ending.signal,
      onProgress: ({ done }) => done === 5 && ending.abort(),
    });

    expect(report.interrupted).toBe(true);
    expect(report.trials.filter(({ outcome }) => outcome !== "skipped")).toHaveLength(5);
  });
});

/** The report on an example receiver, which fetches the key while it is tested where it is one that does. */
async function reportOn(receiver: ExampleReceiver): Promise<ReceiverReport> {
  const { policy, authentication } = receiver;
  const port = await freePort();
  await using running = await receiver.start({
    secret,
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    publicKeyUrl: `http://127.0.0.1:${port}/v1/webhooks/.well-known/public-key?orgId=acme`,
    credentials,
  });
  const shown = authentication && (await shownTo(authentication, running.tokenUrl));
  const options: TestReceiverOptions = {
    ...settings,
    policy,
    url: running.url,
    probe: running.probeUrl,
    keyServer: { port },
  };
  return await testReceiver({ ...options, ...(shown && { shown }) });
}

async function shownTo(kind: "api-key" | "basic" | "oauth", tokenUrl = ""): Promise<EndpointCredentials> {
  const { apiKey, username, password, clientId, clientSecret } = credentials;
  if (kind === "api-key")
    return { authentication: { type: "api_key", header: "X-API-Key", value: apiKey }, header: ["X-API-Key", apiKey] };
  const basic = (user: string, word: string): string => `Basic ${Buffer.from(`${user}:${word}`).toString("base64")}`;
  if (kind === "basic")
    return {
      authentication: { type: "basic", username, password },
      header: ["Authorization", basic(username, password)],
    };
  const response = await fetch(tokenUrl, {
    method: "POST",
    headers: { authorization: basic(clientId, clientSecret), "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  const { access_token } = (await response.json()) as { readonly access_token: string };
  const oauth = { type: "oauth", client_id: clientId, client_secret: clientSecret, token_url: tokenUrl } as const;
  return { authentication: oauth, header: ["Authorization", `Bearer ${access_token}`] };
}

/** Trials that did not pass, with the reasons. */
function failedTrials({ trials }: ReceiverReport) {
  return trials
    .filter(({ outcome }) => outcome === "failed" || outcome === "warned")
    .map(({ name, message }) => [name, message]);
}
