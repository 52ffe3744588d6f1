import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { ask, ownPlatform, platformOf, platformServing } from "../../test/support/mock/ask.ts";
import { harOf } from "./har.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const secret = "hunter2hunter2";

describe("the journal and the log of deliveries", () => {
  it.each([
    ["GET /books", { headers: { "x-session": secret } }],
    ["GET /books", { headers: { "ocp-apim-subscription-key": secret } }],
    ["POST /books", { body: { title: "Emma", session: secret } }],
    ["POST /books", { body: { title: `sk_live_${"a1B2c3D4".repeat(3)}${secret}` } }],
    ["POST /books", { body: { title: `AKIA${"A1B2C3D4".repeat(2)} ghp_${"a1B2c3D4".repeat(4)}${secret}` } }],
    [`GET /books?session=${secret}`, {}],
    [`GET /nowhere?session=${secret}`, {}],
  ])("hide the credential of %s %j in the journal, in HAR and from observers", async (line, asked) => {
    const seen: unknown[] = [];
    const platform = await platformOf("library", { observe: (observed) => seen.push(observed) });
    await ask(platform, line, asked);
    const entries = platform.organization("acme").journal.entries();
    const control = await ask(platform, "GET /_concord/organizations/acme/journal");

    expect(entries).toHaveLength(1);
    for (const shown of [entries, harOf(entries), seen, control.value])
      expect(JSON.stringify(shown)).not.toContain(secret);
  });

  it("mask card numbers, bank accounts and secret paths of webhooks", async () => {
    const platform = await platformOf("library");
    const title = `4111 1111 1111 1111, DE89370400440532013000, https://example.com/hooks/a1B2c3D4e5F6g7H8i9`;
    await ask(platform, "POST /books", { body: { title, pages: 3 } });

    const shown = JSON.stringify(platform.journal.entries());
    for (const each of ["1111", "DE89", "i9"]) expect(shown).not.toContain(each);
    expect(shown).toContain('"pages":3');
  });

  it("mask keys of the contract's security schemes, wherever they are sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "concord-keys-"));
    const file = join(folder, "openapi.yaml");
    writeFileSync(
      file,
      `openapi: 3.1.0
info: { title: Keys, version: "1" }
components:
  securitySchemes:
    acme: { type: apiKey, in: header, name: X-Acme }
    door: { type: apiKey, in: query, name: door }
paths:
  /open:
    get: { operationId: getOpen, security: [], responses: { "204": { description: Nothing. } } }
  /shut:
    get: { operationId: getShut, security: [{ acme: [] }, { door: [] }], responses: { "204": { description: Nothing. } } }
`,
    );
    const platform = platformServing([await loadContract(file)]);
    for (const path of ["open", "shut", "nowhere"])
      await ask(platform, `GET /${path}?door=${secret}`, { token: "", headers: { "x-acme": secret } });
    rmSync(folder, { recursive: true });

    expect(platform.journal.entries()).toHaveLength(3);
    expect(JSON.stringify(platform.journal.entries())).not.toContain(secret);
  });

  it("mask passwords in the payload of a delivery, which is sent unmasked", async () => {
    const platform = await ownPlatform();
    const body = { url: "http://127.0.0.1:9/hook", event_types: ["user.created"] };
    await ask(platform, "POST /v1/webhooks", { body });
    await platform
      .organization("acme")
      .emit({ name: "user.created", payload: { user: { password: secret }, note: "kept" } });
    const listed = await ask(platform, "GET /_concord/organizations/acme/deliveries");

    const [delivery] = platform.organization("acme").deliveries.list();
    expect(delivery?.event.payload).toEqual({ user: { password: "***" }, note: "kept" });
    expect(
      listed.text + JSON.stringify(platform.organization("acme").deliveries.get(delivery?.id ?? "")),
    ).not.toContain(secret);
    await platform.close();
  });
});
