/** Returns a name in lower case with letters and digits only: "brandId" and "brand_id" become equal. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
