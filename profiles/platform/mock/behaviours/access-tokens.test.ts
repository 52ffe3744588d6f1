import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, ownPlatform, platformOf } from "../../../../test/support/mock/ask.ts";
import type { JsonObject } from "../../../../contracts/index.ts";
import type { Platform } from "../../../../mock/index.ts";

const tokens = "/v1/access-tokens";
const HOUR = 60 * 60 * 1000;

async function create(platform: Platform, body: JsonObject = {}): Promise<ParsedResponse["value"]> {
  return (await ask(platform, `POST ${tokens}`, { body: { name: "CI", roles: ["admin"], ...body } })).value;
}

const read = (platform: Platform, token: string): Promise<ParsedResponse> =>
  ask(platform, "GET /v1/entity/schemas", { token });

describe("a created access token", () => {
  it("acts for its organization, and only the first response shows its value", async () => {
    const platform = await ownPlatform();
    const { token, ...shown } = await create(platform);
    await ask(platform, "PUT /v1/entity/schemas/contact", { token, body: {} });
    const texts = [await ask(platform, `GET ${tokens}`), await ask(platform, `GET ${tokens}/${shown.id}`)];

    expect(token).toMatch(/^org_acme:tok_[A-Za-z0-9]+_[0-9a-f]{32}$/);
    expect(shown).toMatchObject({ last_four: token.slice(-4), last_used_at: null });
    expect((await ask(platform, "GET /v1/entity/schemas/contact/head")).status).toBe(200);
    expect(texts.map(({ status }) => status)).toEqual([200, 200]);
    expect(texts.filter(({ text }) => text.includes(token.slice(-32)))).toEqual([]);
  });

  it("has a unique value, which is the same in each mock with the same seed", async () => {
    const [one, other] = [await ownPlatform(), await ownPlatform()];
    const first = await create(one);

    expect((await create(one)).token).not.toBe(first.token);
    expect(await create(other)).toEqual(first);
  });

  it("is refused with 401 after it was revoked", async () => {
    const platform = await ownPlatform();
    const { token, id } = await create(platform);
    const before = await read(platform, token);
    await ask(platform, `DELETE ${tokens}/${id}`);

    expect(before.status).toBe(200);
    expect(await read(platform, token)).toMatchObject({
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="mock"' },
      value: { detail: `The token "${id}" was revoked, or never issued` },
    });
  });

  it("is deleted with its secret when it is revoked", async () => {
    const platform = await ownPlatform();
    for (let count = 0; count < 20; count++) {
      const { id } = await create(platform);
      await ask(platform, `POST ${tokens}/${id}:rotate`);
      await ask(platform, `DELETE ${tokens}/${id}`);
    }
    const { token } = await create(platform);
    const { collections } = await platform.organization("acme").state();
    const kept = Object.entries(collections).filter(([name]) => name.startsWith(tokens));

    expect(kept.map(([name, items]) => [name, items.length])).toEqual([
      [tokens, 1],
      [`${tokens}:secrets`, 1],
    ]);
    expect((await read(platform, token)).status).toBe(200);
  });

  it("is refused before the body of the request is validated", async () => {
    const platform = await ownPlatform();
    const { token, id } = await create(platform);
    await ask(platform, `DELETE ${tokens}/${id}`);

    expect((await ask(platform, `POST ${tokens}`, { token, body: { odd: true } })).status).toBe(401);
  });

  it("is refused with 401 after it expired by the clock of its organization", async () => {
    const platform = await ownPlatform();
    const { token } = await create(platform, { expires_at: "2026-01-05T13:00:00Z" });
    platform.organization("acme").clock.advance(HOUR - 1);
    const before = await read(platform, token);
    platform.organization("acme").clock.advance(1);

    expect([before.status, (await read(platform, token)).status]).toEqual([200, 401]);
  });

  it("is refused with another secret, and for another organization", async () => {
    const platform = await ownPlatform();
    const { token } = await create(platform);
    const forged = token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");

    expect((await read(platform, forged)).status).toBe(401);
    expect((await read(platform, token.replace("org_acme", "org_globex"))).status).toBe(401);
  });

  it("still works with its old value for an hour after a rotation", async () => {
    const platform = await ownPlatform();
    const { token, id, ...kept } = await create(platform);
    const rotated = (await ask(platform, `POST ${tokens}/${id}:rotate`)).value;
    const statuses = async () => [(await read(platform, token)).status, (await read(platform, rotated.token)).status];
    const during = await statuses();
    platform.clock.advance(HOUR);

    expect(rotated).toMatchObject({ id, name: kept.name, roles: kept.roles, last_four: rotated.token.slice(-4) });
    expect(rotated.token).not.toBe(token);
    expect([during, await statuses()]).toEqual([
      [200, 200],
      [401, 200],
    ]);
  });

  it("still works with the same value after it was renamed", async () => {
    const platform = await ownPlatform();
    const { token, id } = await create(platform);
    await ask(platform, `PATCH ${tokens}/${id}`, { body: { name: "Other" } });

    expect((await read(platform, token)).status).toBe(200);
  });

  it("has the time of its last use, to the minute", async () => {
    const platform = await ownPlatform();
    const { token, id } = await create(platform);
    const lastUse = async () => (await ask(platform, `GET ${tokens}/${id}`)).value.last_used_at;
    const use = async (milliseconds: number) => {
      platform.clock.advance(milliseconds);
      await read(platform, token);
      return lastUse();
    };

    expect([await use(0), await use(59_999), await use(1)]).toEqual([
      "2026-01-05T12:00:00.000Z",
      "2026-01-05T12:00:00.000Z",
      "2026-01-05T12:01:00.000Z",
    ]);
  });

  it("works in a fork of its organization, with the name of the fork", async () => {
    const platform = await ownPlatform();
    const { token, id } = await create(platform);
    await platform.organization("acme").fork("copy");
    await ask(platform, `DELETE ${tokens}/${id}`);

    expect((await read(platform, token.replace("org_acme", "org_copy"))).status).toBe(200);
  });
});

describe("a token that the Access Token API did not issue", () => {
  it.each(["org_acme", "org_acme:ci", "org_acme:tok_mine", "org_acme:tok_1_0123"])(
    "still selects its organization: %s",
    async (token) => {
      expect((await read(await ownPlatform(), token)).status).toBe(200);
    },
  );

  it("is accepted in any form without an Access Token API, and for operations that need no token", async () => {
    const token = `org_acme:tok_1_${"0".repeat(32)}`;
    const [library, own] = [await platformOf("library"), await ownPlatform()];
    const body = { postal_code: "50667", energy: "power" };
    const open = await ask(own, "POST /v1/public/integration/intg_1/compute-price", { token, body });

    expect((await ask(library, "GET /books", { token })).status).toBe(200);
    expect([open.status, (await read(own, token)).status]).toEqual([200, 401]);
  });
});
