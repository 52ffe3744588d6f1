import { dirname, posix, relative, sep } from "node:path";
import type { Plugin } from "rolldown";
import type { RequiredPackages } from "./bundle-packages.ts";
import { dist } from "./manifest.ts";

/** Line at the top of a module that is more than a declaration. */
const statement =
  /^(?:(?:for|if|while|switch) ?\(|for await|try \{|(?:throw|await|new|void|delete) |[([!+]|[\w$.]+(?:\(|\[| \S?= |\?\.))/m;

/** Loads bundled packages from dist/ in place of node_modules. */
export function redirectRequires(required: RequiredPackages): Plugin {
  return {
    name: "redirect-requires",
    transform(code, id) {
      const place = placeOf(id);
      return place === undefined ? null : required.redirect(code, place);
    },
  };
}

/**
 * Replaces named imports of modules of Node. The namespace of such a module has getters; an import reads them all, and so
 * loads the HTTP client for `node:http`, Web Crypto for `node:crypto`, and workers for `node:util`. That takes about as
 * long as the comparison of two small documents.
 */
export function loadPlainBuiltins(): Plugin {
  return {
    name: "load-plain-builtins",
    renderChunk(code, { fileName }) {
      if (!fileName.endsWith(".js")) return null;
      return code.replaceAll(/^import \{([^}]+)\} from "(node:[\w/]+)";$/gm, (_, names: string, module: string) => {
        return module === "node:fs/promises"
          ? laterFunctions(names, module)
          : `const {${names.replaceAll(" as ", ": ")}} = process.getBuiltinModule("${module}");`;
      });
    },
  };
}

/** Functions that load their module when they are first called. For modules that few commands need at all. */
function laterFunctions(names: string, module: string): string {
  const functions = names.split(",").map((each) => {
    const [name = "", local = name] = each.trim().split(" as ");
    return `const ${local} = (...args) => process.getBuiltinModule("${module}").${name}(...args);`;
  });
  return functions.join("\n");
}

/**
 * Marks the modules without a statement at the top, so that an import of an index.ts loads only the modules behind the
 * names in use. Text in a template may look like a statement: then all of the module is loaded.
 */
export function markEffects(): Plugin {
  return {
    name: "mark-effects",
    transform(code, id) {
      if (placeOf(id) === undefined) return null;
      return { code, moduleSideEffects: statement.test(code) };
    },
  };
}

/** Keeps `import.meta.url` of bundled modules as it would be without bundling, because they locate files by it. */
export function keepImportMetaUrl(): Plugin {
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
