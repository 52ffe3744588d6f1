import { describe, expect, it } from "vitest";
import { type Contract, compileGenerated } from "../../contracts/index.ts";
import { jsonResponse, deprecatedSince } from "../../test/support/compat/test-documents.ts";
import type { Announcement, Ledger } from "../index.ts";
import { statusOnPlatform } from "../../test/support/compat/on-platform.ts";

const paths = { "/a": { get: { ...deprecatedSince("2024-01-15"), ...jsonResponse({ type: "string" }) } } };
const announcement: Announcement = {
  date: "2024-01-15",
  version: "v2",
  api: "shop",
  operations: ["GET /a"],
  path: "",
};

describe("announcements of an API that was renamed", () => {
  it.each<[string, Ledger | undefined, Partial<Announcement>, boolean]>([
    ["counts where the ledger has its name of then", ledgerOf("shop", "v2"), {}, true],
    ["counts where the ledger knows the version", ledgerOf("store", "v2"), {}, true],
    ["counts where the ledger knows the day", ledgerOf("store", "2024-01-15"), {}, true],
    ["counts for nothing without a ledger", undefined, {}, false],
    ["counts for nothing of another version", ledgerOf("store", "v3", "2024-02-15"), {}, false],
    ["counts for nothing of another part", ledgerOf("store", "v2"), { operations: ["GET /b"] }, false],
    ["counts for nothing where the ledger knows it as another", ledgerOf("store", "v2", undefined, "shop"), {}, false],
    ["counts for nothing of another that is there", ledgerOf("store", "v2"), { api: "other" }, false],
  ])("%s", (_, ledger, more, isAnnounced) => {
    const contracts = [called("store"), called("other")];
    const [told] = statusOnPlatform(contracts, "2024-06-01", {
      announcements: [{ ...announcement, ...more }],
      ...(ledger && { ledger }),
    });

    expect(told?.reason.includes("the changelog did not announce it")).toBe(!isAnnounced);
  });
});

function called(api: string): Contract {
  const document = { openapi: "3.1.0", info: { title: api, version: "1" }, paths: api === "store" ? paths : {} };
  return compileGenerated(document, { api, file: `${api}/openapi.yaml` });
}

/** A ledger of one API, or of two. */
function ledgerOf(api: string, announced: string, deprecated = "2024-01-15", another?: string): Ledger {
  const operations = { "GET /a": { published: "2020-01-01", deprecated, announced } };
  const more = another === undefined ? {} : { [another]: { title: another, operations: { "GET /z": {} } } };
  return { versions: [], apis: { [api]: { title: api, operations }, ...more } };
}
