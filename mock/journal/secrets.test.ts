import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { isSecretName, maskForms } from "../../contracts/secrets/index.ts";
import { core, secretNames, secretTexts } from "../../test/support/contracts/secrets.ts";
import { type RequestOptions, ask, ownPlatform } from "../../test/support/mock/ask.ts";
import { harOf } from "./har.ts";
import type { ExchangeSummary } from "./exchange-summary.ts";

type Sent = readonly [line: string, asked: RequestOptions];

const held = fc.constantFrom<(secret: string) => Json>(
  (secret) => secret,
  (secret) => [secret],
  (secret) => ({ value: secret }),
  (secret) => [{ name: "first", value: [secret] }],
);

/** Functions that nest a member in lists and objects, at any depth. */
const nestings = fc
  .array(fc.constantFrom("list", "object", "first", "last"), { maxLength: 4 })
  .map((layers) => (member: Json) => layers.reduce<Json>(wrap, member));

function wrap(inner: Json, layer: string): Json {
  if (layer === "list") return [1, inner, "x"];
  return layer === "first" ? { inner, note: "n" } : { note: "a: b", inner };
}

const jsonOperations = ["POST /v1/entity/contact", "POST /v1/webhooks", "POST /v9/nothing"];

const bodies = fc
  .record({
    line: fc.constantFrom(...jsonOperations),
    name: secretNames,
    secret: secretTexts,
    hold: held,
    place: nestings,
    end: fc.constantFrom("whole", "long", "early", "broken"),
  })
  .map(({ line, name, secret, hold, place, end }): Sent => {
    const text = JSON.stringify(place({ [name]: hold(secret), other: "x" }));
    const bodyOf: Record<string, string> = {
      whole: text,
      long: `{"inner":${text},"pad":"${"y".repeat(20_000)}"}`,
      early: text.slice(0, text.lastIndexOf(core) + core.length),
      broken: `{"odd: "${text}`,
    };
    return [line, { body: Buffer.from(bodyOf[end] as string) }];
  });

const quoted = encodeURIComponent;

const others = fc
  .record({
    name: secretNames,
    secret: secretTexts,
    write: fc.constantFrom<(name: string, secret: string) => Sent>(
      (name, secret) => [`GET /v1/files?a=1&${name}=${quoted(secret)}&b=2`, {}],
      (name, secret) => [`GET /v9/nothing?${quoted(name)}=${quoted(secret)}`, {}],
      (name) => ["GET /v1/files", { headers: { [`x-${name.replace(/[a-z](?=[A-Z])/g, "$&-")}`.toLowerCase()]: core } }],
      (name, secret) => ["GET /v1/files", { headers: { referer: `https://h.test/?a=1&${name}=${quoted(secret)}` } }],
      (name, secret) => [
        "POST /v1/entity/contact",
        { body: { link: `See https://h.test/?${name}=${quoted(secret)}` } },
      ],
      () => ["POST /v1/entity/contact", { body: { note: `Send Bearer ${core} along` } }],
      () => [`GET /v1/files?q=${quoted(`Bearer ${core}`)}`, {}],
      () => ["POST /v1/entity/contact", { body: { url: `https://user:${core}@h.test/` } }],
      (name, secret) => ["POST /v1/entity/contact", { body: { text: JSON.stringify({ a: { [name]: secret } }) } }],
      (name, secret) => [
        "POST /v1/entity/contact",
        {
          body: Buffer.from(`a=1&${quoted(name)}=${quoted(secret)}`),
          headers: { "content-type": "application/x-www-form-urlencoded" },
        },
      ],
      (name, secret) => [
        `GET /v2/portal/graphql?query=${quoted(`{ me(${name}: ${JSON.stringify(secret)}, a: 1) { id } }`)}`,
        {},
      ],
      (name, secret) => [
        `GET /v2/portal/graphql?query=${quoted("{ me { id } }")}&variables=${quoted(JSON.stringify({ i: { [name]: secret } }))}`,
        {},
      ],
      (name, secret) => [
        "POST /v2/portal/graphql",
        { body: { query: `mutation { a(i: { ${name}: ${JSON.stringify(secret)} }) { id } }`, variables: {} } },
      ],
    ),
  })
  .map(({ name, secret, write }) => write(name, secret));

const queryNames = "X-Amz-Signature sig signature code key auth jwt".split(" ");

async function assertMasked(sent: fc.Arbitrary<Sent>, numRuns: number): Promise<void> {
  const summaries: ExchangeSummary[] = [];
  const platform = await ownPlatform({ observe: (summary) => summaries.push(summary) });
  await fc.assert(
    fc.asyncProperty(sent, async ([line, asked]) => {
      platform.journal.clear();
      summaries.length = 0;
      await ask(platform, line, asked);
      const entries = platform.journal.entries();
      expect(entries).toHaveLength(1);
      expect(JSON.stringify([entries, harOf(entries), summaries])).not.toContain(core);
    }),
    { numRuns },
  );
}

describe("a secret", () => {
  it("is masked under every name, anywhere in a body", () => assertMasked(bodies, 1000));

  it("is masked in URLs, headers and values", () => assertMasked(others, 1000));

  it("is masked in queries under usual names of query parameters", () =>
    assertMasked(
      fc.constantFrom(...queryNames).map((name): Sent => [`GET /v1/files?${name}=${core}`, {}]),
      20,
    ));

  it.each<[string, Sent]>([
    ["a member", ["POST /v1/entity/contact", { body: { nickname: core } }]],
    ["a text", ["POST /v1/webhooks", { body: Buffer.from(`{"a":{"nickname":"${core}"`) }]],
    ["a parameter", [`GET /v1/files?nickname=${core}`, {}]],
    ["a header", ["GET /v1/files", { headers: { "x-nickname": core } }]],
  ])("fails that law if it is shown in %s", async (_, sent) => {
    await expect(assertMasked(fc.constant(sent), 1)).rejects.toThrow("Property failed");
  });
});

describe("a value that is not secret", () => {
  it.each(
    `key idempotency_key publicKey sort_key partition-key name id token_id tokenId token_type token_url expires_in page_token
    nextPageToken next_token sync-token secret_name secretary secretaries passwordPolicy password_changed_at author
    authority authentication authorized code zip_code signature bypass monkey keys api_keys_url tokenizer compass`
      .trim()
      .split(/\s+/),
  )("is recognized by its name: %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it.each([
    "Bearer of good news",
    "Basic subscription, the token of our thanks",
    "The password: see the letter",
    "https://h.test/a?page_token=p2&sort=key#code",
    "mailto:ann@h.test, or https://h.test/@ann",
    '{ me(id: "x", key: "y") { token secret } }',
    "query ($password: String!) { login(password: $password) { id } }",
    '{"key":"a","idempotency_key":"b","token_type":"Bearer"}',
    '{"hasPassword":true,"password":null}',
  ])("is not masked: %s", (text) => {
    expect(maskForms(text)).toBe(text);
  });

  it("is not masked beside secrets, or if a contract defines its name for another purpose", async () => {
    const platform = await ownPlatform();
    const body = {
      credentials: [{ id: "c_1", type: "basic", password: core }],
      tokens: 12,
      auth: { kind: "oauth", client: core },
      has_password: true,
      mapping: { key: "a", value: "b" },
    };
    await ask(platform, "POST /v1/entity/contact?base=1", { body });

    expect(platform.journal.entries()[0]?.request.body).toEqual({
      credentials: [{ id: "c_1", type: "basic", password: "***" }],
      tokens: 12,
      auth: { kind: "oauth", client: "***" },
      has_password: true,
      mapping: { key: "a", value: "b" },
    });
  });
});
