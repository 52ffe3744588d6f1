import type { Io } from "../command.ts";
import { type TagFiles, listDocumentFiles, matchesPlace } from "./tag-documents.ts";
import type { DocumentSource } from "./locate-documents.ts";

/** Former paths of each document of a place, the latest first. */
type FormerPlaces = readonly (readonly string[])[];

/** Finds the places of documents in a tag. For a place that the tag does not have, follows renames. */
export function formerPlaces(
  { repository, places, commits }: DocumentSource,
  io: Pick<Io, "signal">,
): (tag: TagFiles) => Promise<readonly string[]> {
  const known = new Map<string, Promise<FormerPlaces>>();
  return async ({ paths }) => {
    const placesInTag = places.map(async (place, index) => {
      if (matchesPlace(paths, place)) return [place];
      const former = known.get(place) ?? findFormerPlaces(place, commits[index] ?? "HEAD");
      known.set(place, former);
      const existing = (await former).flatMap((each) => each.find((one) => matchesPlace(paths, one)) ?? []);
      return existing.length > 0 ? existing : [place];
    });
    return [...new Set((await Promise.all(placesInTag)).flat())];
  };

  async function findFormerPlaces(place: string, commit: string): Promise<FormerPlaces> {
    const paths = (await repository.blobs(commit)).map(({ path }) => path);
    const files = paths.includes(place) ? [place] : await listDocumentFiles(repository, { commit, place, io });
    return Promise.all(
      files.map(async (file) => {
        const names = await repository.formerNames(commit, file);
        return Promise.all(names.map(async (name) => (await formerFolder(name, file)) ?? name));
      }),
    );

    /** Former name of a folder that was renamed as a whole. Undefined if a file stayed or moved elsewhere. */
    async function formerFolder(name: string, file: string): Promise<string | undefined> {
      const inside = file.slice(place.length);
      if (!file.startsWith(`${place}/`) || !name.endsWith(inside)) return undefined;
      const folder = name.slice(0, -inside.length);
      if (matchesPlace(paths, folder)) return undefined;
      const renamed = await repository.renamedFrom(commit, folder);
      if (renamed.every((path) => [place, folder].some((one) => path.startsWith(`${one}/`)))) return folder;
      return undefined;
    }
  }
}
