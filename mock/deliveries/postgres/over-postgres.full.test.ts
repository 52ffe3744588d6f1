import { describeOverPostgres } from "../../../test/support/postgres/over-postgres.ts";

// Runs the tests of deliveries again over PostgreSQL.

const files = [
  "../control-paths.test.ts",
  "../credentials.test.ts",
  "../deliveries.test.ts",
  "../redeliver.test.ts",
  "../retry.test.ts",
  "../settled.test.ts",
  "../writes.test.ts",
  "../../faults/deliveries/deliveries.test.ts",
];

await describeOverPostgres(
  Object.fromEntries(files.map((name) => [name, () => import(new URL(`${name}?over-postgres`, import.meta.url).href)])),
);
