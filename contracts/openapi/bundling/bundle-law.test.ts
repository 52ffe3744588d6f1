import { relative, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { breachOf } from "../../../test/support/contracts/law.ts";
import { documentOf } from "../../../test/support/contracts/scratch.ts";
import type { Json, JsonObject } from "../../index.ts";
import { type Bundle, bundle } from "./bundle.ts";
import { createLocalFiles } from "../../sources/files.ts";
import { join, valueAt } from "../../model/pointer.ts";
import type { DocumentSources } from "./read.ts";
import { isObject } from "../../model/shapes.ts";
import { visitTree } from "../../schema/document-tree.ts";

describe("bundle()", () => {
  it("bundles any files so that every $ref has the same target as before", () => {
    expect(breachOf(bundleProperty(bundle))).toBeUndefined();
  });

  it("violates its law with unchanged references or duplicate names", () => {
    const bundleWithoutChanges = ({ values, file }: DocumentSources): Bundle => ({
      document: values.get(file) as JsonObject,
      origins: { file, parts: {} },
      problems: [],
    });
    const confuse = (sources: DocumentSources): Bundle => {
      const bundled = bundle(sources);
      return {
        ...bundled,
        document: JSON.parse(JSON.stringify(bundled.document).replaceAll(/_2"/g, '"')) as JsonObject,
      };
    };

    expect(breachOf(bundleProperty(bundleWithoutChanges))).toContain("Counterexample");
    expect(breachOf(bundleProperty(confuse))).toContain("Counterexample");
  });
});

/** Schemas in several files with random references to each other. Each has a unique title. */
const randomSources = fc
  .array(
    fc.tuple(
      fc.nat(3),
      fc.constantFrom("A", "B", "a b", "__proto__", "constructor"),
      fc.array(fc.nat(20), { maxLength: 3 }),
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((drawn) => {
    const files = ["/docs/openapi.yaml", "/docs/b.yaml", "/docs/sub folder/c#.json", "/docs/sub folder/d%.yaml"];
    const places = drawn.map(([file, name]) => ({ file: files[file] as string, name, title: `${file} ${name}` }));
    const values = new Map<string, Json>([[files[0] as string, documentOf({})]]);
    drawn.forEach(([, , targets], index) => {
      const { file, name, title } = places[index] as (typeof places)[number];
      const links = targets.map((target) => places[target % places.length] as (typeof places)[number]);
      const properties = Object.fromEntries(
        links.map((link) => [link.title, { $ref: `${pathTo(link.file, file)}#${pointerIn(link.file, link.name)}` }]),
      );
      values.set(file, withSchema(values.get(file) ?? {}, name, { title, properties }, file === files[0]));
    });
    return {
      file: files[0] as string,
      values,
      failures: new Map<string, string>(),
      files: createLocalFiles(),
      faults: [],
      moved: {},
      lineFinders: new Map(),
    } satisfies DocumentSources;
  });

/** Property: in the bundle, each schema property refers to the schema whose title is the property's name. */
function bundleProperty(make: (sources: DocumentSources) => Bundle): fc.IProperty<[DocumentSources]> {
  return fc.property(randomSources, (sources) => {
    const { document, problems } = make(sources);

    expect(problems).toEqual([]);
    visitTree(document, "document", (node, kind) => {
      if (kind !== "schema" || !isObject(node["properties"])) return;
      for (const [title, reference] of Object.entries(node["properties"])) {
        const { $ref } = reference as { $ref: string };
        expect($ref).toMatch(/^#\/components\/schemas\/[^/]+$/);
        expect(valueAt(document, decodeURIComponent($ref.slice(1)))).toMatchObject({ title });
      }
    });
  });
}

function pathTo(target: string, from: string): string {
  if (target === from) return "";
  return relative(resolve(from, ".."), target).split("/").map(encodeURIComponent).join("/");
}

function pointerIn(file: string, name: string): string {
  return encodeURI(join(file.endsWith("openapi.yaml") ? "/components/schemas" : "/defs", name));
}

function withSchema(root: Json, name: string, schema: Json, isMain: boolean): Json {
  const definitions = valueAt(root, isMain ? "/components/schemas" : "/defs") as JsonObject | undefined;
  const extendedDefinitions = Object.fromEntries([...Object.entries(definitions ?? {}), [name, schema]]);
  return isMain
    ? { ...(root as JsonObject), components: { schemas: extendedDefinitions } }
    : { defs: extendedDefinitions };
}
