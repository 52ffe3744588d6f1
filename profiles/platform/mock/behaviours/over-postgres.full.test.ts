import { readdirSync } from "node:fs";
import { describeOverPostgres } from "../../../../test/support/postgres/over-postgres.ts";

// Runs the tests of each behaviour again over PostgreSQL.

const files = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith(".test.ts") && !name.startsWith("over-") && !name.endsWith(".full.test.ts"),
);

await describeOverPostgres(
  Object.fromEntries(files.map((name) => [name, () => import(new URL(`${name}?over-postgres`, import.meta.url).href)])),
);
