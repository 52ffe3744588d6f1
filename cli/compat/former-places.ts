import { type TagFiles, isPlaceOf } from "../changelog/documents-at.ts";
import type { Traced } from "./traced.ts";

/** Where a tag has documents: a file that it has not is looked for under the names that it had before it was renamed. */
export function formerPlaces({ repository, places, commits }: Traced): (tag: TagFiles) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>();
  return ({ paths }) =>
    Promise.all(
      places.map(async (place, index) => {
        if (isPlaceOf(paths, place)) return place;
        const names = known.get(place) ?? repository.formerNames(commits[index] ?? "HEAD", place);
        known.set(place, names);
        return (await names).find((name) => paths.includes(name)) ?? place;
      }),
    );
}
