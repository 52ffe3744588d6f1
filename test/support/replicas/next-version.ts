import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrations } from "../../../mock/postgres/migrations.ts";

/** Sources of a next version of Concord, which has one migration more. */
export interface NextVersion {
  /** With a final slash. */
  readonly folder: string;
  /** Statement that undoes the migration. */
  readonly undo: string;
  remove(): void;
}

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** Rooms that `concord mock` needs. */
const rooms = [
  "api",
  "cli",
  "compat",
  "conformance",
  "contracts",
  "formats",
  "mock",
  "profiles",
  "fixtures/organizations",
  "package.json",
];

/** A migration that locks the table that requests use, and rewrites it. */
const migration =
  "ALTER TABLE item ADD COLUMN note text DEFAULT gen_random_uuid()::text; CREATE INDEX item_note ON item (note);";

/** Copies the sources, and adds a migration. @throws Error if the list of migrations does not end as expected. */
export async function nextVersion(): Promise<NextVersion> {
  const folder = `${mkdtempSync(join(tmpdir(), "concord-next-"))}/`;
  for (const room of rooms) cpSync(repository + room, folder + room, { recursive: true });
  symlinkSync(`${repository}node_modules`, `${folder}node_modules`);
  const file = `${folder}mock/postgres/migrations.ts`;
  const text = readFileSync(file, "utf8");
  const changed = text.replace("`,\n];", `\`,\n  \`${migration}\`,\n];`);
  if (changed === text) throw new Error("Cannot add a migration: the list ends in another way");
  writeFileSync(file, changed);
  return {
    folder,
    undo: `ALTER TABLE concord.item DROP COLUMN note; UPDATE concord.version SET number = ${migrations.length}`,
    remove: () => rmSync(folder, { recursive: true }),
  };
}
