import type { BundledPackage } from "./bundled-packages.ts";

type Described = Pick<BundledPackage, "name" | "version" | "license">;

/**
 * Software bill of materials in CycloneDX 1.6 (ECMA-424): the packages whose code is in dist. It has no time and no serial
 * number, so that the same build gives the same file.
 */
export function billOfMaterials(own: Described, packages: readonly Described[]): object {
  const component = componentOf(own, "application");
  const components = packages.map((each) => componentOf(each, "library"));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component },
    components,
    dependencies: [{ ref: component["bom-ref"], dependsOn: components.map((each) => each["bom-ref"]) }],
  };
}

function componentOf({ name, version, license }: Described, type: "application" | "library") {
  const purl = packageUrl(name, version);
  return { type, "bom-ref": purl, name, version, licenses: licensesOf(license), purl };
}

/** Package URL: "pkg:npm/%40scope/name@1.0.0". */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}

/** An identifier of SPDX, an expression of several, or a name that is neither. */
function licensesOf(license: string | undefined): readonly object[] {
  if (license === undefined) return [{ license: { name: "see LICENCES.txt" } }];
  if (/^[A-Za-z0-9][\w.+-]*$/.test(license)) return [{ license: { id: license } }];
  if (/ (?:OR|AND|WITH) /.test(license)) return [{ expression: license.replace(/^\((.*)\)$/, "$1") }];
  return [{ license: { name: license } }];
}
