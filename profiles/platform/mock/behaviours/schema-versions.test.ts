import type { Stored } from "../../../../mock/state/stored.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, noon, ownPlatform } from "../../../../test/support/mock/ask.ts";
import type { Json } from "../../../../contracts/index.ts";
import type { Refusal } from "../../../../mock/model/problem.ts";
import { addVersion } from "./schema-versions.ts";

interface Update {
  readonly base_version?: number;
  readonly base_updated_at?: string;
  readonly at: number;
}

type AddVersion = (current: Stored | undefined, update: Update) => Stored | Refusal;

const add: AddVersion = (current, { at, ...parameters }) =>
  addVersion(
    current,
    "contact",
    { parameters: parameters as Record<string, Json>, body: { mark: at } },
    new Date(noon + at),
  );

// Updates in any order of time. Some are based on a version that may not be the head.
const updates = fc.array(
  fc.record({ at: fc.nat(50), base_version: fc.nat(12), base: fc.constantFrom("none", "version", "head", "time") }),
  { minLength: 1, maxLength: 12 },
);

describe("addVersion()", () => {
  it.each<[string, Law]>([
    ["increments the version, moves the time forward, and keeps all earlier versions", keepsHistory],
    ["accepts only an update that is based on the head", takesHeadOnly],
    ["accepts exactly one of many updates with the same base version", oneWins],
  ])("%s", (_, law) => {
    expect(() => law(add)).not.toThrow();
  });

  const heedless: AddVersion = (current, { at }) => add(current, { at });
  const forgetful: AddVersion = (current, update) => {
    const next = add(current, update);
    return "refused" in next ? next : { value: next.value };
  };
  const stubborn: AddVersion = (current, update) => (current ? { refused: "No", status: 409 } : add(current, update));
  it.each<[string, Law, AddVersion]>([
    ["forgets the earlier versions", keepsHistory, forgetful],
    ["ignores the base version", takesHeadOnly, heedless],
    ["refuses every update", takesHeadOnly, stubborn],
    ["accepts all updates with the same base", oneWins, heedless],
    ["accepts no update with the same base", oneWins, stubborn],
  ])("fails the law for an implementation that %s", (_, law, planted) => {
    expect(() => law(planted)).toThrow("Property failed");
  });
});

describe("PUT /v1/entity/schemas/{slug}", () => {
  const path = "/v1/entity/schemas/contact";

  it("creates versions, and shows the head and the list of all", async () => {
    const platform = await ownPlatform();
    const first = await put(platform, "");
    platform.clock.advance(1000);
    const second = await put(platform, "?base_version=1", { mark: 2 });

    expect(first.value).toEqual({ slug: "contact", version: 1, updated_at: "2026-01-05T12:00:00.000Z" });
    expect(second.value).toEqual({ slug: "contact", version: 2, updated_at: "2026-01-05T12:00:01.000Z", mark: 2 });
    const third = await put(platform, "");

    expect((await ask(platform, `GET ${path}/head`)).value).toEqual(third.value);
    const versions = [third.value, second.value, first.value];
    expect((await ask(platform, `GET ${path}/versions`)).value).toEqual({ versions });
    expect((await ask(platform, "GET /v1/entity/schemas")).value).toEqual({ results: [third.value] });
  });

  it("sets version and slug itself, and ignores those in the body", async () => {
    const { value } = await put(await ownPlatform(), "", { version: 7, slug: "other", updated_at: "2001-01-01" });

    expect(value).toEqual({ slug: "contact", version: 1, updated_at: "2026-01-05T12:00:00.000Z" });
  });

  it.each([
    ["?base_version=1", "at version 2 of 2026-01-05T12:00:00.001Z, so an update based on version 1 is refused"],
    ["?base_version=3", "at version 2 of 2026-01-05T12:00:00.001Z, so an update based on version 3 is refused"],
    ["?base_updated_at=2026-01-05T12:00:00.000Z", "so an update based on 2026-01-05T12:00:00.000Z is refused"],
    ["?base_version=2&base_updated_at=2026-01-05T12:00:00Z", "so an update based on 2026-01-05T12:00:00Z is refused"],
    ["?base_version=1&base_updated_at=2026-01-05T12:00:00.001Z", "so an update based on version 1 is refused"],
  ])("refuses the outdated base %s with 409, and changes nothing", async (query, reason) => {
    const platform = await ownPlatform();
    await put(platform, "");
    await put(platform, "");
    const before = await ask(platform, `GET ${path}/versions`);
    const refused = await put(platform, query, { mark: "stale" });

    expect(refused).toMatchObject({ status: 409, headers: { "content-type": "application/problem+json" } });
    expect(refused.value.detail).toContain(reason);
    expect(await ask(platform, `GET ${path}/versions`)).toEqual(before);
  });

  it("accepts the time of the head in any notation", async () => {
    const platform = await ownPlatform();
    await put(platform, "");

    expect((await put(platform, "?base_updated_at=2026-01-05T13:00:00%2B01:00")).status).toBe(200);
  });

  it("refuses a base version of a missing schema, except 0", async () => {
    const platform = await ownPlatform();

    expect((await put(platform, "?base_version=1")).value.detail).toContain('"contact" does not exist yet');
    expect((await put(platform, "?base_updated_at=2026-01-05T12:00:00Z")).status).toBe(409);
    expect((await put(platform, "?base_version=0")).status).toBe(200);
  });

  it("accepts one of many concurrent updates", async () => {
    const platform = await ownPlatform();
    await put(platform, "");
    const all = await Promise.all(Array.from({ length: 10 }, (_, mark) => put(platform, "?base_version=1", { mark })));
    const [winner, ...others] = all.filter(({ status }) => status === 200);

    expect(others).toEqual([]);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await ask(platform, `GET ${path}/head`)).value).toEqual(winner?.value);
  });

  it("has separate versions for each organization", async () => {
    const platform = await ownPlatform();
    await put(platform, "");

    expect((await ask(platform, `GET ${path}/head`, { token: "org_globex" })).status).toBe(404);
    expect((await ask(platform, `GET ${path}/versions`, { token: "org_globex" })).status).toBe(404);
  });

  function put(
    platform: Awaited<ReturnType<typeof ownPlatform>>,
    query: string,
    body: Json = {},
  ): Promise<ParsedResponse> {
    return ask(platform, `PUT ${path}${query}`, { body });
  }
});

interface Step {
  readonly at: number;
  readonly base_version: number;
  readonly base: string;
}

function updateOf({ at, base_version, base }: Step, head: Stored | undefined): Update {
  if (base === "version") return { at, base_version };
  if (base === "head") return { at, base_version: Number(head?.value["version"] ?? 0) };
  return base === "time" && head ? { at, base_updated_at: String(head.value["updated_at"]) } : { at };
}

/** Throws if the law is violated. */
type Law = (adds: AddVersion) => void;

function keepsHistory(adds: AddVersion): void {
  const law = fc.property(updates, (steps) => {
    let head: Stored | undefined;
    const history: Json[] = [];
    for (const step of steps) {
      const next = adds(head, updateOf(step, head));
      if ("refused" in next) continue;
      expect(next.value).toMatchObject({ slug: "contact", version: history.length + 1, mark: step.at });
      if (head) expect(String(next.value["updated_at"]) > String(head.value["updated_at"])).toBe(true);
      history.push(next.value);
      expect([...(next.earlier ?? []), next.value]).toEqual(history);
      head = next;
    }
  });
  fc.assert(law);
}

function takesHeadOnly(adds: AddVersion): void {
  const law = fc.property(updates, (steps) => {
    let head: Stored | undefined;
    for (const step of steps) {
      const next = adds(head, updateOf(step, head));
      const isStale = step.base === "version" && step.base_version !== Number(head?.value["version"] ?? 0);
      expect("refused" in next).toBe(isStale);
      if ("refused" in next) expect(next.status).toBe(409);
      else head = next;
    }
  });
  fc.assert(law);
}

function oneWins(adds: AddVersion): void {
  const law = fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(5), (many, before) => {
    let head: Stored | undefined;
    for (let made = 0; made < before; made++) head = add(head, { at: made }) as Stored;
    let won = 0;
    for (let at = 0; at < many; at++) {
      const next = adds(head, { at, base_version: before });
      if ("refused" in next) continue;
      head = next;
      won++;
    }
    expect(won).toBe(1);
  });
  fc.assert(law);
}
