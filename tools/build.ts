import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type OutputChunk, type Plugin, build } from "rolldown";
import type * as Contracts from "../api/contracts.ts";
import { RequiredPackages } from "./build/bundle-packages.ts";
import { licenceTexts } from "./build/licence-texts.ts";
import { dist, isInstalled, isPackage, manifest, root } from "./build/manifest.ts";
import { pruneTypes } from "./build/prune-types.ts";

/** Line at the top of a module that is more than a declaration. */
const statement =
  /^(?:(?:for|if|while|switch) ?\(|for await|try \{|(?:throw|await|new|void|delete) |[([!+]|[\w$.]+(?:\(|\[| \S?= |\?\.))/m;

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
  const { output } = await build({
    input: Object.fromEntries(entries().map((entry) => [entry, join(dist, `${entry}.js`)])),
    platform: "node",
    external: (id) => isPackage(id) && isInstalled(id),
    plugins: [redirectRequires(required), loadPlainHttp(), keepImportMetaUrl(), markEffects()],
    output: {
      dir: dist,
      entryFileNames: "[name].js",
      chunkFileNames: "modules/[name]-[hash].js",
      comments: { legal: false, jsdoc: false, annotation: false },
    },
  });
  const chunks = [...output.filter((file) => file.type === "chunk"), ...(await required.write())];
  checkImports(chunks);
  const bundled = new Set(chunks.map(({ fileName }) => join(dist, fileName)));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }).map((name) => join(dist, name))) {
    if (file.endsWith(".js") && !bundled.has(file)) rmSync(file);
  }
  writeFileSync(join(dist, "LICENCES.txt"), licenceTexts(chunks.flatMap(({ moduleIds }) => moduleIds)));
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

/** Loads bundled packages from dist/ in place of node_modules. */
function redirectRequires(required: RequiredPackages): Plugin {
  return {
    name: "redirect-requires",
    transform(code, id) {
      const place = placeOf(id);
      return place === undefined ? null : required.redirect(code, place);
    },
  };
}

/**
 * Replaces imports of `node:http`. Its namespace has getters for `WebSocket` and others; an import reads them all, and so
 * loads the HTTP client of Node, which takes as long as the rest of a mock.
 */
function loadPlainHttp(): Plugin {
  return {
    name: "load-plain-http",
    transform(code, id) {
      if (placeOf(id) === undefined) return null;
      return code.replaceAll(/^import \{([^}]+)\} from "node:http";$/gm, (_, names: string) => {
        return `const {${names.replaceAll(" as ", ": ")}} = process.getBuiltinModule("node:http");`;
      });
    },
  };
}

/**
 * Marks the modules without a statement at the top, so that an import of an index.ts loads only the modules behind the
 * names in use. Text in a template may look like a statement: then all of the module is loaded.
 */
function markEffects(): Plugin {
  return {
    name: "mark-effects",
    transform(code, id) {
      if (placeOf(id) === undefined) return null;
      return { code, moduleSideEffects: statement.test(code) };
    },
  };
}

/** Keeps `import.meta.url` of bundled modules as it would be without bundling, because they locate files by it. */
function keepImportMetaUrl(): Plugin {
  return {
    name: "keep-places",
    transform(code, id) {
      const place = placeOf(id);
      return place === undefined ? null : code.replaceAll("import.meta.url", `placeOfModule("${place}")`);
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(/placeOfModule\("([^"]+)"\)/g, (_, place: string) => {
        return `new URL("${posix.relative(dirname(fileName), place)}", import.meta.url).href`;
      });
    },
  };
}

/** Path of one of our modules in dist/. Undefined for modules of packages. */
function placeOf(id: string): string | undefined {
  const place = relative(dist, id).split(sep).join("/");
  return place.startsWith("..") || place.startsWith("\0") ? undefined : place;
}
