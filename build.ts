import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, rmSync } from "node:fs";
import { join } from "node:path";

// Writes dist/, which is what the package ships: JavaScript, types, and the platform's contracts.
const root = import.meta.dirname;
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
for (const folder of ["contracts/apis", "contracts/shared"]) {
  cpSync(join(root, folder), join(dist, folder), { recursive: true });
}
chmodSync(join(dist, "cli/concord.js"), 0o755);
