import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Schema,
  getAcceptor,
  findJsonMedia,
  readExamples,
  findResponse,
  chooseSuccess,
} from "../../../contracts/index.ts";

/** Finds the documented example of an operation's body that matches a schema, if there is one. */
type FindExample = (operation: Operation, schema: Schema | undefined) => Json | undefined;

export function createDocumentedExamples(
  contract: Contract,
  bodyOf: (operation: Operation) => MediaType | undefined,
): FindExample {
  const examples = new Map<Operation, Map<string, Json | undefined>>();
  return (operation, schema) => {
    let ofOperation = examples.get(operation);
    if (!ofOperation) examples.set(operation, (ofOperation = new Map()));
    const place = schema?.pointer ?? "";
    if (!ofOperation.has(place)) ofOperation.set(place, findAccepted(operation, schema));
    return ofOperation.get(place);
  };

  function findAccepted(operation: Operation, schema: Schema | undefined): Json | undefined {
    if (!schema) return readExamples(bodyOf(operation))[0];
    const media = findJsonMedia(findResponse(operation, chooseSuccess(operation).status)?.content ?? []);
    // A schema of texts accepts a text of JSON as it is.
    const all = [...Object.values(media?.examples ?? {}), ...readExamples(media)];
    return all.find((example) => getAcceptor(contract, schema.pointer, "response")(example));
  }
}
