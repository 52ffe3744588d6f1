import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { vectorFile } from "../test/support/vector-file.ts";
import { platformConformance } from "../profiles/platform/conformance.ts";

// Writes fixtures/webhooks/vectors.json. With --check it only reports whether the file is up to date.
const { values } = parseArgs({ options: { check: { type: "boolean" } } });
const file = join(import.meta.dirname, "../fixtures/webhooks/vectors.json");
const text = vectorFile(platformConformance);
if (!values.check) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
} else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  console.error("fixtures/webhooks/vectors.json is not what the catalogue says: run node vectors.ts");
  process.exitCode = 1;
}
