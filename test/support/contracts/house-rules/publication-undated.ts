import type { HouseRule } from "./house-rule.ts";

export const publicationUndated: HouseRule = {
  id: "publication-undated",
  claim: "Every operation has a date of publication, in x-published of the operation, its path or its document",
  find({ operations }) {
    const undated = operations.filter(({ published }) => published === undefined);
    if (undated.length === operations.length && undated.length > 0)
      return [{ pointer: "", message: "No date of publication: add x-published" }];
    return undated.map(({ pointer }) => ({
      pointer,
      message: "x-published is missing, here and in the document",
    }));
  },
};
