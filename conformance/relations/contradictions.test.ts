import { describe, expect, it } from "vitest";
import { type TicketFault, createTickets, ticketsContract } from "../../test/support/conformance/tickets.ts";
import { type JobFault, createJobs, jobsContract } from "../../test/support/conformance/jobs.ts";
import { type PropertyRun, tried } from "../../test/support/conformance/tried.ts";
import { properties } from "../properties/index.ts";
import type { Property } from "../scope/property.ts";

const planted: readonly (readonly [fault: TicketFault, property: string, key: string])[] = [
  ["total-counts-deleted", "pages-complete", "total"],
  ["total-one-more", "pages-complete", "total"],
  ["default-size-one-more", "pages-complete", "usual size"],
  ["more-on-last-page", "pages-complete", "more"],
  ["no-more-too-early", "pages-complete", "more"],
  ["second-delete-accepted", "deleted-gone", "again"],
  ["deleted-malformed", "deleted-gone", "refusal"],
  ["unknown-read", "unknown-refused", "GET /tickets/{id}"],
  ["unknown-deleted", "unknown-refused", "DELETE /tickets/{id}"],
  ["unknown-acted-on", "unknown-refused", "POST /tickets/{id}/watch"],
  ["second-delete-malformed", "deleted-gone", "refusal"],
  ["second-action-malformed", "action-repeated", "POST /tickets/{id}/watch 400"],
  ["delete-unknown", "item-served", "DELETE /tickets/{id} 404"],
  ["replace-unknown", "item-served", "PUT /tickets/{id} 404"],
  ["action-unknown", "item-served", "POST /tickets/{id}/watch 404"],
  ["future-version-accepted", "stale-refused", "replace version later"],
  ["stale-version-accepted", "stale-refused", "replace version accepted"],
  ["other-status-for-bad-token", "token-required", "garbage status"],
  ["action-loses-tags", "action-kept", "POST /tickets/{id}/watch lost /tags"],
  ["action-only-answered", "action-kept", "POST /tickets/{id}/watch /version"],
  ["action-lowers-version", "action-kept", "version back"],
  ["action-on-neighbour", "others-kept", "changed /title"],
  ["delete-takes-first", "others-kept", "gone"],
  ["id-taken-on-create", "read-only-kept", "id"],
  ["id-taken-on-change", "read-only-kept", "replace id"],
  ["first-embedded-everywhere", "listed-read", "embedded reporter"],
  ["embedded-never-listed", "listed-read", "embedded reporter"],
  ["list-shortens-tags", "listed-read", "differs /tags"],
  ["first-filter-value-only", "filters-sound", "incomplete priority"],
  ["zero-not-stored", "sent-read", "/points"],
];

const plantedInJobs: readonly (readonly [fault: JobFault, property: string, key: string])[] = [
  ["delete-of-done-only-answered", "transitions", "DELETE /jobs/{id} not done"],
  ["result-of-done-refused", "links-lead", "url result_url"],
  ["result-url-too-early", "links-lead", "url result_url"],
  ["early-result-malformed", "below-conforms", "refusal of GET /jobs/{id}/result"],
  ["other-format", "below-conforms", "media type for format"],
  ["search-ignored", "filters-sound", "search ignored q"],
  ["exploded-filter-ignored", "filters-sound", "unsound priority"],
  ["deep-filter-ignored", "filters-sound", "unsound filter[owner]"],
  ["unknown-malformed", "unknown-refused", "GET /jobs/{id} 400"],
  ["lines-of-unknown", "unknown-refused", "GET /jobs/{id}/lines"],
  ["result-of-unknown", "unknown-refused", "GET /jobs/{id}/result"],
  ["note-never-stored", "sent-read", "/note"],
  ["delete-of-done-only-answered", "deleted-gone", "read"],
  ["put-of-deleted-creates", "deleted-not-updated", "replace"],
];

describe("answers that contradict each other", () => {
  it.each(planted)("%s is found by %s", async (fault, property, key) => {
    const { findings } = await triedOn(property, fault);

    expect(findings.map((finding) => finding.key)).toContain(key);
  });

  it.each([...new Set(planted.map(([, property]) => property))])("%s finds nothing otherwise", async (property) => {
    const { findings, requests } = await triedOn(property);

    expect(findings).toEqual([]);
    expect(requests).toBeGreaterThan(0);
  });
});

describe("answers about items that go on by themselves", () => {
  it.each(plantedInJobs)("%s is found by %s", async (fault, property, key) => {
    const { findings } = await triedOnJobs(property, fault);

    expect(findings.map((finding) => finding.key)).toContain(key);
  });

  it.each([...new Set(plantedInJobs.map(([, property]) => property))])(
    "%s finds nothing otherwise",
    async (property) => {
      const { findings, requests } = await triedOnJobs(property);

      expect(findings).toEqual([]);
      expect(requests).toBeGreaterThan(0);
    },
  );
});

function triedOnJobs(id: string, fault?: JobFault): Promise<PropertyRun> {
  const property = properties.find((each) => each.id === id) as Property;
  return tried(property, jobsContract(), "addJob", { answer: createJobs(fault), hasCoverage: true });
}

function triedOn(id: string, fault?: TicketFault): Promise<PropertyRun> {
  const property = properties.find((each) => each.id === id) as Property;
  return tried(property, ticketsContract(), "addTicket", { answer: createTickets(fault), hasCoverage: true });
}
