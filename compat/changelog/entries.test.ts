import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "yaml";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { changeOf, deprecationOf, publishedEntry, hostileText } from "../../test/support/compat/changelog.ts";
import { entryFile, entryText, readChangelog } from "./entries.ts";
import { parseEntry } from "./entry-fields.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-entries-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const least = `# Planned since May
id: maintenance-2026 # ours
date: 2026-05-01
api: Orders
kind: limit
compatibility: dangerous
message: 100 requests a minute
`;

describe("readChangelog()", () => {
  it("reads a written entry", async () => {
    const entries = [
      publishedEntry(changeOf({ before: [], after: "", note: "x" })),
      publishedEntry(deprecationOf(), "2026-02-28"),
      publishedEntry(
        changeOf({ id: "0123456789ab", api: hostileText, message: hostileText, operation: "", operations: [] }),
        "2026-03-01",
      ),
    ];
    for (const entry of entries) writeFileSync(join(folder, entryFile(entry)), await entryText(entry));

    expect(await readChangelog(folder)).toEqual(entries.map((entry) => JSON.parse(JSON.stringify(entry))));
  });

  it("round-trips any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.jsonValue(), async (text, value) => {
        const entry = {
          ...publishedEntry(changeOf({ after: JSON.parse(JSON.stringify(value)) })),
          path: text,
          impact: text,
        };
        expect(parseEntry(parse(await entryText(entry)))).toEqual({ entry });
      }),
      { seed: 1 },
    );
  });

  it("reads an entry written by hand, with required fields only", async () => {
    writeFileSync(join(folder, "ours.yml"), least);
    writeFileSync(join(folder, "notes.txt"), "no entry");

    expect(await readChangelog(folder)).toEqual([
      {
        id: "maintenance-2026",
        date: "2026-05-01",
        api: "Orders",
        kind: "limit",
        compatibility: "dangerous",
        message: "100 requests a minute",
        operations: [],
        path: "",
        links: [],
        covers: [],
        hidden: false,
      },
    ]);
  });

  it("returns no entries if the folder does not exist", async () => {
    expect(await readChangelog(join(folder, "none"))).toEqual([]);
  });

  it.each([
    ["sunset: 2026-02-30", 8, 'its sunset must be a day such as 2026-01-31, not "2026-02-30"'],
    ["sunsett: 2027-01-01", 8, 'an entry has no field "sunsett"; the nearest is "sunset"'],
    ["section: 9.5", 8, 'its section must be a section in quotes, as "9.5", not 9.5'],
    ["hidden: yes", 8, 'its hidden must be true or false, not "yes"'],
    ["links: [javascript:alert(1)]", 8, 'its links must be a list of http or https URLs, not ["javascript:alert(1)"]'],
    ["operations: GET /v1/orders", 8, 'its operations must be a list of texts, not "GET /v1/orders"'],
    [
      "direction: sideways",
      8,
      'its direction must be one of request, response, webhook, operation, api, not "sideways"',
    ],
    ["message: again", 8, "Map keys must be unique"],
    ["note: [", 9, "Flow sequence"],
  ])("reports the line of an invalid field: %j", async (line, at, reason) => {
    const file = join(folder, "a.yaml");
    writeFileSync(file, `${least}${line}\n`);

    await expect(readChangelog(folder)).rejects.toMatchObject({
      code: "invalid-entry",
      message: expect.stringContaining(reason),
      at: { file, line: at },
    });
  });

  it.each(["id", "date", "api", "kind", "compatibility", "message"])("requires %s", async (field) => {
    writeFileSync(join(folder, "a.yaml"), least.replace(new RegExp(`^${field}:.*\n`, "m"), ""));

    await expect(readChangelog(folder)).rejects.toThrow(`it has no ${field}`);
  });

  it("refuses an id that two files share, and an invalid one", async () => {
    writeFileSync(join(folder, "a.yaml"), least);
    writeFileSync(join(folder, "b.yaml"), least);
    await expect(readChangelog(folder)).rejects.toMatchObject({ at: { file: join(folder, "b.yaml"), line: 2 } });

    writeFileSync(join(folder, "b.yaml"), least.replace("maintenance-2026", "../x"));
    await expect(readChangelog(folder)).rejects.toThrow("its id must be letters, digits");
  });
});
