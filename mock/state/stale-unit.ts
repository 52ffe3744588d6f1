/** A unit was not stored, because another process has changed what it had read. The request can be carried out again. */
export class StaleUnit extends Error {
  constructor() {
    super("State was changed by another request");
    this.name = "StaleUnit";
  }
}
