import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type SignatureHeaders, privateKeyFrom, sign, verify } from "./index.ts";

// Inputs that the library supports: text bodies, and ids and timestamps in the form of the platform (§2.4).
const messages = fc.record({
  id: fc.stringMatching(/^msg_[!-+\-/-~]{0,30}$/),
  timestamp: fc.nat(4_000_000_000),
  body: fc.oneof(fc.json(), fc.string({ unit: "binary" })).map((text) => Buffer.from(text)),
  secret: fc
    .uint8Array({ minLength: 1, maxLength: 64 })
    .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`),
});

type Message = typeof messages extends fc.Arbitrary<infer Value> ? Value : never;
type Sign = (message: Message) => SignatureHeaders;

describe("v1 entry and the Standard Webhooks library", () => {
  afterEach(() => void vi.useRealTimers());

  it("the library verifies our entry alone, as the platform advises (§5.3.6)", () => {
    expect(() => isVerifiedByLibrary(sign)).not.toThrow();
  });

  it("the library verifies our entry beside a v1a entry", () => {
    const privateKey = privateKeyFrom("one");
    expect(() => isVerifiedByLibrary((message) => sign({ ...message, privateKey }))).not.toThrow();
  });

  it("verify() accepts an entry that the library signed", () => {
    expect(() => isVerifiedByUs(signedByLibrary)).not.toThrow();
  });

  it.each<[string, (law: (signs: Sign) => void) => void]>([
    [
      "leaves the id out",
      (law) => law((message) => ({ ...sign({ ...message, id: "msg_" }), "webhook-id": message.id })),
    ],
    ["signs at another time", (law) => law((message) => sign({ ...message, timestamp: message.timestamp + 301 }))],
    [
      "signs another body",
      (law) => law((message) => sign({ ...message, body: Buffer.concat([message.body, message.body, Buffer.of(10)]) })),
    ],
  ])("the law detects a signer that %s", (_, against) => {
    expect(() => against(isVerifiedByLibrary)).toThrow();
    expect(() => against(isVerifiedByUs)).toThrow();
  });
});

function isVerifiedByLibrary(signs: Sign): void {
  const law = fc.property(messages, (message) => {
    vi.useFakeTimers({ now: message.timestamp * 1000 });
    new Webhook(message.secret).verify(message.body, { ...signs(message) }, { jsonParse: false });
  });
  fc.assert(law);
}

function isVerifiedByUs(signs: Sign): void {
  const law = fc.property(messages, (message) => {
    const { body, secret, timestamp } = message;
    expect(verify({ headers: signs(message), body, secret, now: timestamp * 1000 })).toEqual({ ok: true });
  });
  fc.assert(law);
}

function signedByLibrary({ id, timestamp, body, secret }: Message): SignatureHeaders {
  const signature = new Webhook(secret).sign(id, new Date(timestamp * 1000), body);
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}
