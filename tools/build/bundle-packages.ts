import { createRequire } from "node:module";
import { join } from "node:path";
import { type OutputChunk, build } from "rolldown";
import { dist, isInstalled, isPackage, root } from "./manifest.ts";

const requireOfRoot = createRequire(join(root, "package.json"));

/** Packages that our modules load with `require()`, because they are needed late or must have one instance. */
export class RequiredPackages {
  readonly #files = new Map<string, string>();

  /** Replaces `require("ajv")` by the bundled file, relative to the module at `place` in dist/. */
  redirect(code: string, place: string): string {
    const up = "../".repeat(place.split("/").length - 1) || "./";
    return code.replaceAll(/\brequire\("([^"]+)"\)/g, (call, specifier: string) => {
      if (!isPackage(specifier) || isInstalled(specifier)) return call;
      const name = specifier.replace(/^@/, "").replace(/\.js$/, "");
      this.#files.set(`packages/${name}`, requireOfRoot.resolve(specifier));
      return `require("${up}packages/${name}.cjs")`;
    });
  }

  /** Writes a CommonJS file for each package. What several of them use is a file of its own, so that it exists once. */
  async write(): Promise<OutputChunk[]> {
    const { output } = await build({
      input: Object.fromEntries(this.#files),
      platform: "node",
      external: (id) => isPackage(id) && isInstalled(id),
      output: {
        dir: dist,
        format: "cjs",
        entryFileNames: "[name].cjs",
        chunkFileNames: "packages/[name]-[hash].cjs",
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } },
      },
    });
    return output.filter((file) => file.type === "chunk");
  }
}
