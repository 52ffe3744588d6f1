import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import type { JsonObject } from "../model/json.ts";
import { resourcesIn } from "./resources.ts";

const text = { type: "string" };
const project = {
  project_id: { type: "integer" },
  project_name: text,
  completion_date: text,
  comments: text,
  is_hot: { type: "boolean" },
};

const status = { status_code: { type: "integer" }, status_reason: text };
/** Members that a client sends. Some of them are shown. */
const sent = { project_name: text, comments: text, password: text, language: text };

describe("the place of an item", () => {
  it.each<[JsonObject, JsonObject, string]>([
    [{ result: object(project) }, status, "result"],
    [{ project: object(project) }, { statusCode: { type: "integer" }, statusMessage: text }, "project"],
    [project, { status: text }, ""],
  ])("in a response with the members of an envelope beside it: %j", (holder, envelope, place) => {
    const shown = object({ ...holder, ...envelope });
    const resource = resourceOf(shown, object(project), object(envelope));

    expect(resource.findItem(shown)?.site.steps.join(".")).toBe(place);
  });

  it.each<[JsonObject, string]>([
    [{ action: text, project_info: object(sent) }, "project_info"],
    [{ action: text, projectData: object(sent) }, "projectData"],
    [{ action: text, project_details: object(sent) }, "project_details"],
    [{ ...sent, billing_info: object({ email: text, city: text }) }, ""],
  ])("in a request with a member named after it: %j", (body, place) => {
    const resource = resourceOf(object(project), object(body), object(project));

    expect(resource.findSent(object(body))?.site.steps.join(".")).toBe(place);
  });
});

describe("an item in the envelope of a list", () => {
  const paging = { limit: { type: "integer" }, method: text, replied_at: text, $schema: text };
  const envelope = object({ ...paging, results: { type: "array", items: object(project) } });

  const group = object({ name: text, results: { type: "array", items: object({ note: text }) } });

  it.each<[string, JsonObject, JsonObject, string]>([
    ["is found in it", envelope, envelope, "results.0"],
    ["is the whole body if that has a key", group, group, ""],
    ["is the whole body if the list has another one", object({ ...project, results: text }), envelope, ""],
  ])("%s", (_, shown, listed, place) => {
    const resource = resourceOf(shown, object(sent), shown, listed);

    expect(resource.findItem(shown)?.site.steps.join(".")).toBe(place);
  });
});

/** The projects of a contract, with the bodies of a read, of a request that creates, and of the answers to changes. */
function resourceOf(shown: JsonObject, created: JsonObject, changed: JsonObject, listed?: JsonObject) {
  const body = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const responses = (schema: JsonObject): JsonObject => ({ "200": { description: "Fine.", ...body(schema) } });
  const parameters = [{ name: "project_id", in: "path", required: true, schema: text }];
  return resourcesIn(
    compileInMemory({
      paths: {
        "/projects": {
          post: { requestBody: body(created), responses: responses(changed) },
          ...(listed && { get: { responses: responses(listed) } }),
        },
        "/projects/{project_id}": {
          get: { parameters, responses: responses(shown) },
          put: { parameters, responses: responses(changed) },
          delete: { parameters, responses: responses(changed) },
        },
      },
    }),
  ).at("/projects");
}

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}
