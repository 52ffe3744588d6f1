import { describe, expect, it } from "vitest";
import { ask, noon, platformOf } from "../../test/support/mock/ask.ts";
import { addBook, control, titles } from "../../test/support/mock/control.ts";

const acme = "/_concord/organizations/acme";

describe("the organizations of the control API", () => {
  it("lists organizations with state or calls, but no snapshots", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    await ask(platform, "GET /books", { token: "mock-globex" });
    await platform.organization("acme").snapshot();

    expect((await control(platform, "GET /_concord/organizations")).value).toEqual({
      organizations: [
        { name: "acme", token: "mock-acme" },
        { name: "globex", token: "mock-globex" },
      ],
    });
  });

  it("creates worlds with the state of another organization", async () => {
    const platform = await platformOf("library");
    await addBook(platform, "Emma");
    const [one, other] = [
      await control(platform, "POST /_concord/worlds", { from: "acme" }),
      await control(platform, "POST /_concord/worlds", { from: "acme" }),
    ];
    await addBook(platform, "Persuasion", one.value.token);

    expect([one.value.name, other.value.name]).toEqual(["acme-world-1", "acme-world-2"]);
    expect(await titles(platform, one.value.token)).toEqual(["Emma", "Persuasion"]);
    expect(await titles(platform, other.value.token)).toEqual(["Emma"]);
    expect((await control(platform, "POST /_concord/worlds", { from: "acme", name: "mine" })).value.name).toBe("mine");
    expect(await control(platform, "POST /_concord/worlds", { name: "acme" })).toMatchObject({ status: 409 });
    expect((await control(platform, "POST /_concord/worlds")).value.from).toBe("demo");
  });

  it("refuses the name of another world, also if that was reset but has snapshots", async () => {
    const platform = await platformOf("library");
    const { name } = (await control(platform, "POST /_concord/worlds", { from: "acme" })).value;
    await control(platform, `POST /_concord/organizations/${name}/snapshots`, { name: "kept" });
    await control(platform, `POST /_concord/organizations/${name}/reset`);
    const other = (await control(platform, "POST /_concord/worlds", { from: "acme" })).value.name;

    expect(other).not.toBe(name);
    expect((await control(platform, `GET /_concord/organizations/${other}/snapshots`)).value.snapshots).toEqual([]);
    expect(await control(platform, "POST /_concord/worlds", { name })).toMatchObject({ status: 409 });
  });

  it("deletes everything of an organization that is ended", async () => {
    const platform = await platformOf("library", { rateLimit: { burst: 2, perSecond: 1 } });
    await addBook(platform, "Emma");
    await control(platform, `POST ${acme}/snapshots`, { name: "kept" });
    await control(platform, `POST ${acme}/clock/advance`, { milliseconds: 5 });
    await control(platform, `PUT ${acme}/faults`, { faults: [{ id: "status", status: 503 }] });
    await control(platform, `PUT ${acme}/limits`, { burst: 9, perSecond: 9 });
    const recorded = platform.organization("acme").journal;

    expect((await control(platform, `DELETE ${acme}`)).status).toBe(204);
    expect((await control(platform, "GET /_concord/organizations")).value.organizations).toEqual([]);
    expect(recorded.count()).toBe(0);
    expect((await control(platform, `GET ${acme}/state`)).value).toEqual({ counter: 0, collections: {} });
    expect((await control(platform, `GET ${acme}/snapshots`)).value).toEqual({ snapshots: [] });
    expect((await control(platform, `GET ${acme}/journal`)).value.count).toBe(0);
    expect((await control(platform, `GET ${acme}/clock`)).value.now).toBe(new Date(noon).toISOString());
    expect((await control(platform, `GET ${acme}/faults`)).value).toEqual({ faults: [] });
    expect((await control(platform, `GET ${acme}/limits`)).value).toMatchObject({ burst: 2 });
    expect((await control(platform, `DELETE ${acme}`)).status).toBe(204);
  });
});
