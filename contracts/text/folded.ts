/** A name in which only letters and digits count: "brandId" and "brand_id" are the same. */
export function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}
