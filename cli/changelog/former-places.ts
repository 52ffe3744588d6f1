import type { Io } from "../command.ts";
import { type TagFiles, documentFilesAt, isPlaceOf } from "./documents-at.ts";
import type { Traced } from "./traced.ts";

/** Where each document of a place was before, the latest first. */
type FormerPlaces = readonly (readonly string[])[];

/** Where a tag has documents: a place that it has nothing of is looked for as it was before it was renamed. */
export function formerPlaces(
  { repository, places, commits }: Traced,
  io: Pick<Io, "signal">,
): (tag: TagFiles) => Promise<readonly string[]> {
  const known = new Map<string, Promise<FormerPlaces>>();
  return async ({ paths }) => {
    const found = places.map(async (place, index) => {
      if (isPlaceOf(paths, place)) return [place];
      const former = known.get(place) ?? formerPlacesOf(place, commits[index] ?? "HEAD");
      known.set(place, former);
      const there = (await former).flatMap((each) => each.find((one) => isPlaceOf(paths, one)) ?? []);
      return there.length > 0 ? there : [place];
    });
    return [...new Set((await Promise.all(found)).flat())];
  };

  async function formerPlacesOf(place: string, commit: string): Promise<FormerPlaces> {
    const paths = (await repository.blobs(commit)).map(({ path }) => path);
    const files = paths.includes(place) ? [place] : await documentFilesAt(repository, { commit, place, io });
    return Promise.all(
      files.map(async (file) => {
        const names = await repository.formerNames(commit, file);
        return Promise.all(names.map(async (name) => (await formerFolder(name, file)) ?? name));
      }),
    );

    /** The folder that was renamed, with all that it had; none where some of it stayed, or went elsewhere. */
    async function formerFolder(name: string, file: string): Promise<string | undefined> {
      const inside = file.slice(place.length);
      if (!file.startsWith(`${place}/`) || !name.endsWith(inside)) return undefined;
      const folder = name.slice(0, -inside.length);
      if (isPlaceOf(paths, folder)) return undefined;
      const renamed = await repository.renamedFrom(commit, folder);
      return renamed.every((path) => [place, folder].some((one) => path.startsWith(`${one}/`))) ? folder : undefined;
    }
  }
}
