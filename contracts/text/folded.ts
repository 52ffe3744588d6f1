/** Returns a name in lower case with letters and digits only: "brandId" and "brand_id" become equal. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Words of a name or a text in lower case: "issueNumber", "issue_number" and "Issue number" have the same ones. */
export function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
