import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { billOfMaterials } from "./bill-of-materials.ts";
import { bundledPackages } from "./bundled-packages.ts";
import { licenceTexts } from "./licence-texts.ts";

const require = createRequire(import.meta.url);
const own = { name: "concord-toolkit", version: "1.0.0", license: "MIT" };

describe("billOfMaterials()", () => {
  it("names each bundled package with its version, licence and package URL", () => {
    const files = ["yaml", "ajv", "ajv/dist/2020.js"].map((name) => require.resolve(name));
    const packages = bundledPackages([...files, `\0${files[0]}?commonjs`, "/project/cli/run.ts"]);
    const { version } = require("yaml/package.json") as { readonly version: string };

    expect(packages.map(({ name }) => name)).toEqual(["ajv", "yaml"]);
    expect(billOfMaterials(own, packages)).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      metadata: { component: { type: "application", purl: "pkg:npm/concord-toolkit@1.0.0" } },
      components: [
        { name: "ajv" },
        {
          type: "library",
          "bom-ref": `pkg:npm/yaml@${version}`,
          name: "yaml",
          version,
          licenses: [{ license: { id: "ISC" } }],
          purl: `pkg:npm/yaml@${version}`,
        },
      ],
      dependencies: [
        {
          ref: "pkg:npm/concord-toolkit@1.0.0",
          dependsOn: [/ajv/, /yaml/].map((name) => expect.stringMatching(name) as string),
        },
      ],
    });
    expect(licenceTexts(packages)).toContain(`yaml ${version} (ISC)`);
  });

  it.each([
    ["@scope/a", "1.0.0", "MIT", "pkg:npm/%40scope/a@1.0.0", { license: { id: "MIT" } }],
    ["b", "1.0.0+7", "(MIT OR Apache-2.0)", "pkg:npm/b@1.0.0%2B7", { expression: "MIT OR Apache-2.0" }],
    ["c", "1.0.0", "SEE LICENSE IN terms.md", "pkg:npm/c@1.0.0", { license: { name: "SEE LICENSE IN terms.md" } }],
    ["d", "1.0.0", undefined, "pkg:npm/d@1.0.0", { license: { name: "see LICENCES.txt" } }],
  ])("describes %s %s under %s", (name, version, license, purl, licence) => {
    const bill = billOfMaterials(own, [{ name, version, ...(license && { license }) }]);
    expect(bill).toMatchObject({ components: [{ purl, licenses: [licence] }] });
  });
});
