import { describe, expect, it } from "vitest";
import { now, publicKey, secret, signedDelivery } from "../../test/support/deliveries/signed.ts";
import { diagnose } from "./diagnose.ts";
import { maskHeadersExceptSignatures, maskedTarget, withoutMasked } from "../../contracts/secrets/index.ts";
import { renderDelivery, renderDiagnosis } from "./render.ts";

const delivery = signedDelivery('{"name":"entity.created"}\n');

describe("renderDiagnosis()", () => {
  it("prints the verdict, then each step, then the hints", () => {
    const late = diagnose(delivery, { secret, publicKey, now: now + 301_000, toleranceSeconds: 300 });
    const text = renderDiagnosis({ title: "it", ...late, isAccepted: false, notes: ["odd"] }, { colours: false });

    expect(text).toMatchInlineSnapshot(`
      "FAIL it  timestamp-too-old
           webhook-timestamp is older than the tolerance allows
           odd
           ok webhook-id         msg_1
           no webhook-timestamp  1750000000 (2025-06-15T15:06:40Z), 5 min 1 s before it was judged; 300 s are tolerated
           ok v1a entry          made with the organization's key over this id, timestamp and body
           ok v1 entry           made with the webhook's secret over this id, timestamp and body
           hint: It was signed 5 min 1 s before. Each attempt must be signed anew, under the same id; if this was the first, one of the two clocks is wrong. A repeated old delivery is refused for this reason
      "
    `);
  });

  it("escapes control characters", () => {
    const bad = { ...delivery, headers: [["webhook-id", "\u001b[2J\u009b31m\r"] as const] };
    const diagnosis = diagnose(bad, { secret, now, toleranceSeconds: 300 });
    const text = renderDiagnosis({ title: "a\u001bb", ...diagnosis, isAccepted: false, notes: [] }, { colours: false });

    expect(text).toContain("\\x1b[2J\\x9b31m\\x0d");
    expect(text).not.toMatch(/[\u001b\u009b\r]/);
  });
});

describe("renderDelivery()", () => {
  it("prints headers and body as received, with masked credentials", () => {
    const shown = renderDelivery(
      {
        headers: [
          ["Authorization", "Bearer sesame"],
          ["X-Key", "sesame"],
          ["webhook-signature", "v1,x"],
        ],
        body: Buffer.from('{\n "a": 1 }\u001b'),
      },
      ["x-key"],
    );

    expect(shown).toBe(
      ["Authorization: Bearer ***", "X-Key: ***", "webhook-signature: v1,x", "", "{", ' "a": 1 }\\x1b']
        .map((line) => `     | ${line}\n`)
        .join(""),
    );
  });

  it("prints binary bodies in base64, and only the beginning of a large body", () => {
    expect(renderDelivery({ headers: [], body: Buffer.from([255, 254]) })).toContain("in base64:) //4=");
    expect(renderDelivery({ headers: [], body: Buffer.alloc(9000, 97) })).toMatch(/\| … 808 bytes more\n$/);
    expect(renderDelivery({ headers: [], body: Buffer.alloc(0) })).toContain("(no body)");
  });
});

describe("masking", () => {
  it("covers headers with the name of a secret, and the given ones", () => {
    const names = ["Authorization", "cookie", "X-API-Key", "apikey", "x-auth-token", "X-Mine"];
    const masked = maskHeadersExceptSignatures(
      names.map((name) => [name, "sesame"]),
      ["x-mine"],
    );

    expect(masked.map(([, value]) => value)).toEqual(names.map(() => "***"));
    expect(withoutMasked([...masked, ["webhook-id", "msg_1"]])).toEqual([["webhook-id", "msg_1"]]);
  });

  it("covers query parameters with the name of a secret", () => {
    expect(maskedTarget("/hooks?a=1&access_token=x&Sig=y#z")).toBe("/hooks?a=1&access_token=***&Sig=***#z");
  });
});
