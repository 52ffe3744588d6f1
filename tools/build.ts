import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, type OutputChunk, type RolldownOutput, build } from "rolldown";
import type * as Contracts from "../api/contracts.ts";
import { billOfMaterials } from "./build/bill-of-materials.ts";
import { RequiredPackages } from "./build/bundle-packages.ts";
import { bundledPackages } from "./build/bundled-packages.ts";
import { licenceTexts } from "./build/licence-texts.ts";
import { dist, isInstalled, isPackage, manifest, root } from "./build/manifest.ts";
import { type FastStarts, mergedChunkNames } from "./build/merged-chunks.ts";
import { keepImportMetaUrl, loadPlainBuiltins, markEffects, redirectRequires } from "./build/module-plugins.ts";
import { pruneTypes } from "./build/prune-types.ts";

/** Commands, and the entry point of the mock, each with its modules. */
const fastStarts: FastStarts = {
  help: ["cli/concord.js", "cli/main.js", "cli/run.js"].map((file) => join(dist, file)),
  compat: [join(dist, "cli/compat.js")],
  mock: ["cli/mock.js", "api/mock.js"].map((file) => join(dist, file)),
};

// Writes dist/, the content of the package: JavaScript with most packages that it uses, types, fixtures, and the
// platform's contracts with their compiled form.
rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"], {
  cwd: root,
  stdio: "inherit",
});
await bundleModules();
pruneTypes();
for (const folder of ["contracts/apis", "contracts/control", "contracts/shared", "fixtures/organizations"]) {
  cpSync(join(root, folder), join(dist, folder), { recursive: true });
}
for (const room of ["conformance", "compat"]) {
  const schema = join(room, "reports/report.schema.json");
  cpSync(join(root, schema), join(dist, schema));
}
cpSync(join(root, "compat/policy-file/policy.schema.json"), join(dist, "compat/policy-file/policy.schema.json"));
// The package can be installed in a read-only folder, so it contains compiled documents.
const { loadPlatform } = (await import(pathToFileURL(join(dist, "api/contracts.js")).href)) as typeof Contracts;
await loadPlatform();
chmodSync(join(dist, "cli/concord.js"), 0o755);

/** Bundles modules, because loading some hundred modules takes longer than most commands run. */
async function bundleModules(): Promise<void> {
  const required = new RequiredPackages();
  const options = {
    input: Object.fromEntries(entries().map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: "node",
    external: (id: string) => isPackage(id) && isInstalled(id),
    preserveEntrySignatures: "allow-extension",
    plugins: [redirectRequires(required), loadPlainBuiltins(), keepImportMetaUrl(), markEffects()],
  } satisfies BuildOptions;
  const separate = await build({ ...options, write: false });
  const { output } = await build({
    ...options,
    output: {
      dir: dist,
      entryFileNames: "[name].js",
      chunkFileNames: "modules/[name]-[hash].js",
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ debugName: "merged", name: mergedChunkNames(chunksOf(separate), fastStarts) }],
      },
      comments: { legal: false, jsdoc: false, annotation: false },
    },
  });
  const chunks = [...chunksOf({ output }), ...(await required.write())];
  checkImports(chunks);
  const bundled = new Set(chunks.map(({ fileName }) => join(dist, fileName)));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }).map((name) => join(dist, name))) {
    if (file.endsWith(".js") && !bundled.has(file)) rmSync(file);
  }
  const packages = bundledPackages(chunks.flatMap(({ moduleIds }) => moduleIds));
  writeFileSync(join(dist, "LICENCES.txt"), licenceTexts(packages));
  writeFileSync(join(dist, "sbom.cdx.json"), `${JSON.stringify(billOfMaterials(manifest, packages), null, 2)}\n`);
}

function chunksOf({ output }: Pick<RolldownOutput, "output">): OutputChunk[] {
  return output.filter((file) => file.type === "chunk");
}

/** Throws if a module imports a package that is not a dependency, such as helpers of the bundler. */
function checkImports(chunks: readonly OutputChunk[]): void {
  const own = new Set(chunks.map(({ fileName }) => fileName));
  for (const { fileName, imports, dynamicImports } of chunks) {
    const packages = [...imports, ...dynamicImports].filter((name) => !own.has(name) && !isBuiltin(name));
    const strange = packages.find((name) => !isInstalled(name));
    if (strange !== undefined)
      throw new Error(`Cannot ship ${fileName}: it imports ${strange}, no dependency of the package`);
  }
}

/** Entry points by their paths in dist/, without extension. */
function entries(): string[] {
  const { bin, exports } = manifest;
  const exported = Object.values(exports).flatMap((target) => (typeof target === "string" ? [] : [target.default]));
  return [...Object.values(bin), ...exported, "./dist/conformance/pact/verify/pact-process.js"].map((file) =>
    file.replace(/^\.\/dist\//, "").replace(/\.js$/, ""),
  );
}
