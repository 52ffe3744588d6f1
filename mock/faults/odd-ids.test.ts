import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

const faults = [{ id: "odd-ids" }] as const;

describe("odd-ids", () => {
  it("creates items whose ids a URL must encode, and finds them by the encoded id alone", async () => {
    const platform = await platformOf("library", { faults });
    const made = await ask(platform, "POST /books", { body: { title: "Emma" } });
    const { id } = made.value as { readonly id: string };
    const statusOf = async (segment: string): Promise<number> => (await ask(platform, `GET /books/${segment}`)).status;

    expect(id).toMatch(/^\w+ \/%\+é$/);
    expect(made.headers["concord-fault"]).toBe("odd-ids");
    expect(await statusOf(encodeURIComponent(id))).toBe(200);
    expect(await statusOf(encodeURI(id))).toBe(404);
    expect(await statusOf(encodeURIComponent(encodeURIComponent(id)))).not.toBe(200);
  });

  it.each(["numbers", "uuids", "codes", "digits", "shorts"])(
    "gives other ids in /%s, where the contract does not allow any text",
    async (collection) => {
      const platform = await platformOf("identifiers", { faults });
      const { status, headers, text } = await ask(platform, `POST /${collection}`, { body: {} });

      expect(status).toBe(201);
      expect(text).not.toContain("%");
      expect(headers).not.toHaveProperty("concord-fault");
    },
  );
});
