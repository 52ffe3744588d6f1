import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Contracts from "./contracts/index.ts";

// Writes dist/, which is what the package ships: JavaScript, types, fixtures, and the platform's contracts, compiled too.
const root = import.meta.dirname;
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
for (const folder of ["contracts/apis", "contracts/control", "contracts/shared", "fixtures/organizations"]) {
  cpSync(join(root, folder), join(dist, folder), { recursive: true });
}
for (const room of ["conformance", "compat"]) {
  const schema = join(room, "reports/report.schema.json");
  cpSync(join(root, schema), join(dist, schema));
}
// The package is installed where nobody may write, perhaps: its documents come compiled.
const { loadPlatform } = (await import(pathToFileURL(join(dist, "contracts/index.js")).href)) as typeof Contracts;
await loadPlatform();
chmodSync(join(dist, "cli/concord.js"), 0o755);
