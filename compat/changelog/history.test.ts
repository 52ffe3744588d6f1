import { beforeAll, describe, expect, it } from "vitest";
import { historyByApi, contractBefore } from "../../test/support/history.ts";
import { reportEntries } from "./report-entries.ts";
import { type ChangelogUpdate, updateChangelog } from "./update-changelog.ts";
import { checkOnPlatform } from "../../test/support/compat/on-platform.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

describe("the changelog of fixtures/history", () => {
  let changelog: ChangelogUpdate;
  beforeAll(async () => {
    const apis = [...historyByApi];
    const base = await Promise.all(apis.map(([api, names]) => contractBefore(api, names)));
    const revision = await Promise.all(apis.map(([api]) => contractBefore(api, [])));
    const published = reportEntries(checkOnPlatform(base, revision), { date: "2026-01-31" });
    const link = "https://changelog.platform.example/";
    changelog = await updateChangelog(
      { entries: [] },
      { profile: platformCompat, published, today: "2026-01-31", remind: [], link, title: "API changelog" },
    );
  });

  it("matches the reviewed changelog", async () => {
    await expect(changelog.files["CHANGELOG.md"]).toMatchFileSnapshot("../../fixtures/history/CHANGELOG.md");
  });

  it("names the changed part in each sentence", () => {
    const unnamed = changelog.added.map(({ message }) => message).filter((message) => !/"| \d{3} |body/.test(message));

    expect(unnamed).toEqual([]);
  });

  it("has no message twice at one path of an operation", () => {
    const identities = changelog.added.map(({ api, compatibility, operations: [operation], path, message }) =>
      [api, compatibility, operation, path, message].join(" "),
    );

    expect(identities.filter((text, index) => identities.indexOf(text) !== index)).toEqual([]);
  });
});
