import { describe, expect, it } from "vitest";
import { loadPlatform } from "../contracts/index.ts";
import { fixture } from "../test/support/mock/ask.ts";
import { type MockOptions, defaultMock, platformMock, startMock } from "./mock.ts";

async function profileOf(options: MockOptions): Promise<string> {
  await using mock = await startMock(options);
  return mock.platform.profile.name;
}

const unmarkedDocuments = ["fixtures/documents/generated-3.1.yaml", "fixtures/documents/form-sids.json"];

describe("the profile of startMock()", () => {
  it("is the platform's without contracts, and for its documents", async () => {
    expect(await profileOf({})).toBe("platform");
    expect(await profileOf({ contracts: (await loadPlatform()).slice(0, 2) })).toBe("platform");
    expect(await profileOf({ contracts: ["contracts/apis/webhooks"] })).toBe("platform");
  });

  it("is the default profile for documents without markers of the platform", async () => {
    for (const document of unmarkedDocuments) expect(await profileOf({ contracts: [document] })).toBe("default");
    expect(await profileOf({ contracts: [await fixture("library")] })).toBe("default");
  });

  it("is the profile that the options name or contain, for any documents", async () => {
    const ownProfile = { ...defaultMock, name: "own" };

    expect(await profileOf({ profile: "default" })).toBe("default");
    expect(await profileOf({ contracts: unmarkedDocuments, profile: "platform" })).toBe("platform");
    expect(await profileOf({ contracts: unmarkedDocuments, profile: ownProfile })).toBe("own");
    await expect(startMock({ profile: "shop" as "default" })).rejects.toThrow(
      'profile must be "default" or "platform", not "shop"',
    );
  });

  it("provides its own contracts, or requires them as an option", async () => {
    await using bundled = await startMock({ profile: platformMock });

    expect(bundled.platform.contracts.length).toBe((await loadPlatform()).length);
    await expect(startMock({ profile: { ...defaultMock, name: "own" } })).rejects.toThrow(
      'Cannot start a mock without contracts: the profile "own" has none',
    );
  });

  it("stays the same after a reload with other contracts", async () => {
    await using mock = await startMock({ contracts: unmarkedDocuments });
    mock.reload((await loadPlatform()).slice(0, 1));

    expect(mock.platform.profile.name).toBe("default");
  });

  it("accepts settings of the platform's behaviours for the platform only", async () => {
    expect(await profileOf({ runSeconds: 5 })).toBe("platform");
    await expect(startMock({ contracts: unmarkedDocuments, runSeconds: 5 })).rejects.toThrow(
      'Cannot use runSeconds: the profile "default" has no such setting',
    );
  });
});

describe("a mock of a document without markers", () => {
  it.each(unmarkedDocuments)("accepts any credential, and keeps a separate state for each: %s", async (document) => {
    await using mock = await startMock({ contracts: [document], selfCheck: true });
    const operation = mock.platform.contracts
      .flatMap(({ operations }) => operations)
      .find(({ method }) => method === "GET");
    const path = operation?.path.replaceAll(/\{[^}]*\}/g, "1") ?? "/";
    const isBasic = operation?.security.flat().some(({ scheme }) => scheme === "basic");
    for (const token of ["anything", "sk_live_1234"]) {
      const authorization = isBasic ? `Basic ${btoa(`${token}:password`)}` : `Bearer ${token}`;
      const response = await mock.fetch(mock.url + path, { headers: { authorization } });

      expect(response.status).not.toBe(401);
      expect(response.status).toBeLessThan(500);
    }
    const names = await mock.platform.organizations();
    expect(names).toEqual([expect.stringMatching(/^key-/), expect.stringMatching(/^key-/)]);
  });
});
