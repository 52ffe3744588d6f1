import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  maskBody,
  maskCarried,
  maskForms,
  maskHeadersByContract,
  maskMarked,
  maskUrl,
  maskValue,
  maskedTarget,
} from "./index.ts";
import { tokenForms } from "./mask-tokens.ts";

const alnum = "a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ";
const letters = (length: number): string => alnum.repeat(4).slice(0, length);
const hex = (length: number): string => "0123456789abcdef".repeat(8).slice(0, length);
const capitals = (length: number): string => "A1B2C3D4E5F6G7H8J9K0".repeat(8).slice(0, length);

/** One sample of each form, concatenated here so that secret scanners do not report this file. */
const samples: readonly string[] = [
  `sk_live_${letters(24)}`,
  `rk_test_${letters(24)}`,
  `ghp_${letters(36)}`,
  `gho_${letters(36)}`,
  `ghs_${letters(36)}`,
  `github_pat_${letters(22)}_${letters(59)}`,
  `glpat-${letters(20)}`,
  `glrt-${letters(20)}`,
  `GR1348941${letters(20)}`,
  `xoxb-123456789012-1234567890123-${letters(24)}`,
  `xapp-1-A012345678-${letters(30)}`,
  `xoxe.xoxp-1-${letters(30)}`,
  `AKIA${capitals(16)}`,
  `ASIA${capitals(16)}`,
  `AIza${letters(35)}`,
  `GOCSPX-${letters(28)}`,
  `ya29.${letters(40)}`,
  `SK${hex(32)}`,
  `SG.${letters(22)}.${letters(43)}`,
  `key-${hex(32)}`,
  `xkeysib-${hex(64)}-${letters(16)}`,
  `npm_${letters(36)}`,
  `pypi-AgEIcHlwaS5vcmc${letters(60)}`,
  `rubygems_${hex(48)}`,
  `sk-proj-${letters(48)}`,
  `sk-ant-api03-${letters(60)}`,
  `sk-or-v1-${hex(64)}`,
  `sk-${letters(20)}T3BlbkFJ${letters(20)}`,
  `gsk_${letters(52)}`,
  `xai-${letters(80)}`,
  `pplx-${letters(48)}`,
  `r8_${letters(37)}`,
  `hf_${letters(34)}`,
  `sq0atp-${letters(22)}`,
  `sq0csp-${letters(43)}`,
  `EAAA${letters(60)}`,
  `EAAC${letters(100)}`,
  `shpat_${hex(32)}`,
  `dop_v1_${hex(64)}`,
  `dapi${hex(32)}`,
  `dckr_pat_${letters(27)}`,
  `ATATT3${letters(180)}`,
  `PMAK-${hex(24)}-${hex(34)}`,
  `lin_api_${letters(40)}`,
  `ntn_${letters(46)}`,
  `figd_${letters(40)}`,
  `glsa_${letters(32)}_${hex(8)}`,
  `NRAK-${capitals(27)}`,
  `hvs.${letters(90)}`,
  `dp.pt.${letters(43)}`,
  `pscale_tkn_${letters(43)}`,
  `sbp_${hex(40)}`,
  `sntrys_${letters(60)}`,
  `1234567890:AA${letters(33)}`,
  `LTAI${letters(20)}`,
  `shippo_live_${hex(40)}`,
  `AGE-SECRET-KEY-1${capitals(58)}`,
  `hooks.slack.com/services/T${capitals(8)}/B${capitals(8)}/${letters(24)}`,
  `discord.com/api/webhooks/123456789012345678/${letters(68)}`,
  `discordapp.com/api/v10/webhooks/123456789012345678/${letters(68)}`,
  `acme.webhook.office.com/webhookb2/${hex(32)}@${hex(32)}/IncomingWebhook/${hex(32)}/${hex(36)}`,
  `outlook.office.com/webhook/${hex(32)}@${hex(32)}/IncomingWebhook/${hex(32)}`,
  `hooks.zapier.com/hooks/catch/123456/${letters(7)}`,
  `hook.eu1.make.com/${letters(32).toLowerCase()}`,
  `maker.ifttt.com/trigger/door/with/key/${letters(22)}`,
];

const others: readonly string[] = [
  `eyJ${letters(20)}.eyJ${letters(40)}.${letters(43)}`,
  `postgres://app:${letters(12)}@h`,
  `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${letters(86)}==`,
  `https://example.com/hooks/${letters(24)}`,
  `https://example.com/api/v1/incoming/${letters(24)}/${letters(16)}`,
  "4111 1111 1111 1111",
  "4111111111111111",
  "378282246310005",
  "5555-5555-5555-4444",
  "6011111111111117",
  "DE89 3704 0044 0532 0130 00",
  "GB29NWBK60161331926819",
  "NO9386011117947",
  "FR1420041010050500013M02606",
];

/** Text that resembles a secret but is none. */
const textsWithoutSecrets: readonly string[] = [
  "9b2d7c1e-5f0a-4c7e-8b61-0c9a4a1f2d3e",
  hex(40),
  hex(64),
  `sha256:${hex(64)}`,
  "order 4111111111111112",
  "1763809200000",
  "1234567890123456",
  "4539 1488 0343 6468",
  "DE89370400440532013001",
  "XX89370400440532013000",
  "skeleton-key-and-lock",
  "sk-learn-is-a-library-for-machine-learning-in-python",
  "ghp_missing",
  "AKIAMISSING",
  "SKU12345",
  `SK${hex(31)}`,
  "/v1/webhooks/wh_9f8a7b6c5d4e3f2a1b0c",
  "https://api.example.com/v1/webhooks/wh_9f8a7b6c5d4e3f2a1b0c",
  "https://api.example.com/v1/webhooks/9b2d7c1e-5f0a-4c7e-8b61-0c9a4a1f2d3e",
  "https://api.example.com/hooks/incoming-messages-of-all",
  "npm_config_registry",
  "hf_transformers_version",
  "key-value-store",
  "hooks.slack.com/services/{id}",
  "2026-01-05T12:00:00.000Z",
  "+49 30 901820",
  "1.4111111111111111",
];

describe("maskForms()", () => {
  it.each(samples)("masks the token %s", (token) => {
    const secret = token.slice(-6);
    for (const text of [
      token,
      `Use ${token}, please`,
      `"${token}"`,
      `{"note":"${token}"}`,
      `https://h.test/?x=${token}&y=1`,
    ])
      expect(maskForms(text)).not.toContain(secret);
  });

  it("has a sample for each known form", () => {
    const known = tokenForms.filter(
      ({ prefix, required }) => !samples.some((each) => new RegExp(`${prefix}${required}`).test(each)),
    );
    expect(known).toEqual([]);
  });

  it.each(others)("masks %s", (secret) => {
    const masked = maskForms(`It is ${secret} here`);
    expect(masked).toMatch(/^It is .*\*\*\*.* here$/);
    expect(masked).not.toContain(secret.slice(-7));
  });

  it.each(textsWithoutSecrets)("leaves %s unchanged", (text) => {
    expect(maskForms(text)).toBe(text);
    expect(maskForms(`It is ${text} here`)).toBe(`It is ${text} here`);
  });

  it("leaves UUIDs and hashes unchanged", () => {
    const hexes = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 24, maxLength: 64 });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uuid(),
          hexes.map((text) => `a${text}`),
        ),
        (text) => maskForms(text) === text,
      ),
      { numRuns: 2000 },
    );
  });
});

describe("secret names", () => {
  const secret = "hunter2hunter2";

  it.each([
    "session",
    "Session",
    "csrf",
    "xsrfToken",
    "csrf_token",
    "otp",
    "pin",
    "cvv",
    "cvv2",
    "jwt",
    "private_key",
    "privateKeyPem",
    "connection_string",
    "ConnectionString",
    "subscriptionKey",
    "function_key",
    "client_assertion",
    "SAMLResponse",
    "mnemonic",
    "passkey",
  ])("include %s in JSON, in a query and in a form", (name) => {
    expect(JSON.stringify(maskValue({ [name]: secret }, undefined))).not.toContain(secret);
    expect(maskUrl(`/a?${name}=${secret}`, undefined)).not.toContain(secret);
    expect(
      maskBody(`${name}=${secret}&a=1`, {
        type: "application/x-www-form-urlencoded",
        contract: undefined,
        schema: undefined,
      }),
    ).not.toContain(secret);
  });

  it.each([
    "X-Session",
    "Ocp-Apim-Subscription-Key",
    "X-CSRF-Token",
    "X-XSRF-TOKEN",
    "x-functions-key",
    "X-Goog-Api-Key",
    "X-Auth-Key",
    "DD-APPLICATION-KEY",
    "X-Acme-Key",
    "Cookie",
    "Set-Cookie",
    "Proxy-Authorization",
    "X-Amz-Security-Token",
  ])("include the header %s", (name) => {
    expect(JSON.stringify(maskHeadersByContract({ [name]: secret }, undefined))).not.toContain(secret);
  });

  it.each([
    ["session_count", 3],
    ["sessions", ["morning", "evening"]],
    ["tokens_used", 12],
    ["total_tokens", 34],
    ["max_tokens", 100],
    ["session", { user: "Emma", started_at: "2026-01-05" }],
    ["pinned", true],
    ["passport", "optional"],
    ["keyboard", "de"],
    ["key", "value"],
    ["primary_key", "id"],
    ["foreign_key", "book_id"],
    ["idempotency_key", "abc"],
    ["session_type", "training"],
    ["otp_enabled", "yes"],
  ])("exclude %s", (name, value) => {
    expect(maskValue({ [name]: value }, undefined)).toEqual({ [name]: value });
  });

  it.each(
    ["Idempotency-Key", "Sec-WebSocket-Key", "Surrogate-Key", "X-Cache-Key", "X-Request-Id", "X-Token-Count"].slice(
      0,
      5,
    ),
  )("exclude the header %s", (name) => {
    expect(maskHeadersByContract({ [name]: secret }, undefined)).toEqual({ [name]: secret });
  });

  it("exclude counts in a query", () => {
    expect(maskUrl("/a?max_tokens=100&tokens=5", undefined)).toBe("/a?max_tokens=100&tokens=5");
  });

  it("masks a card number that is sent as a number", () => {
    expect(maskValue({ pan: 4111111111111111, count: 4111111111111112 }, undefined)).toEqual({
      pan: "***",
      count: 4111111111111112,
    });
  });
});

describe("masking", () => {
  const repeatedTexts = [
    "eyJ-",
    "sk_live_-",
    "hooks.slack.com/services/-",
    '"token',
    '\\"',
    "1 ",
    "A1",
    "https://h/",
    "?",
    "?token",
    "&a=",
    "token=",
    '{"password":"',
    "-----BEGIN PRIVATE KEY-----",
    "DE89 ",
    "SG.a",
    "4111 ",
    "a:\\\\",
    "Bearer ",
    "glpat-",
    "xoxb-",
    "~1eyJ",
    "0123456789:AA",
    "://",
    "key: ",
  ];

  it.each(repeatedTexts)("takes linear time for a text that repeats %j", (part) => {
    const cpu = (length: number): number => {
      const text = part.repeat(Math.ceil(length / part.length));
      const before = process.cpuUsage();
      for (const mask of [
        maskForms,
        maskMarked,
        maskedTarget,
        maskCarried([["authorization", "Bearer hunter2hunter2"]]),
      ])
        mask(text);
      maskBody(text, { type: "application/json", contract: undefined, schema: undefined });
      maskUrl(`/a?${text}`, undefined);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    cpu(5000);
    const [short, long] = [cpu(20_000), cpu(160_000)];
    // The text is eight times as long. Quadratic time would be 64 times as long.
    expect(long).toBeLessThan(Math.max(short, 15) * 30);
  });
});
