import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../../test/support/contracts/in-memory.ts";
import { type Json, type JsonObject, validatorOf } from "../../index.ts";
import { createValues } from "../index.ts";
import { domains } from "./index.ts";

const groups = domains.flatMap(({ texts, numbers, booleans, formats }) => [
  ...[texts, numbers, booleans].map((entries) => Object.keys(entries ?? {}).flatMap((names) => names.split(", "))),
  ...Object.values(formats ?? {}).map((entries) => Object.keys(entries).flatMap((names) => names.split(", "))),
]);
const names = [...new Set(groups.flat())].filter((name) => name !== "*").toSorted();

describe("the catalogue", () => {
  // A sample of values by name, for readers.
  it("generates a value for each name", () => {
    const owners: Record<string, readonly string[]> = {
      contact: ["first_name", "lastName", "name", "email", "phone", "date_of_birth:date", "salutation", "job_title"],
      company: ["company_name", "vat_id", "website", "support_email", "employee_count:number", "industry"],
      address: ["street", "house_number", "postal_code", "city", "country", "country_code", "latitude:number"],
      price: ["amount", "amount:number", "amount:integer", "currency", "tax_percent:number", "iban"],
      product: ["name", "sku", "ean", "quantity:integer", "description", "unit", "category", "weight:number"],
      file: ["name", "mime_type", "size:integer", "download_url:uri", "version"],
      flow: ["name", "slug", "created_at:date-time", "updated_at:date-time", "expires_at:date-time", "created_by"],
      log: ["ip_address", "event_name", "message", "error_message", "status", "is_deleted:boolean"],
    };

    expect(
      Object.entries(owners)
        .map(([owner, members]) => shown(owner, members))
        .join("\n"),
    ).toMatchInlineSnapshot(`
      "contact.first_name             "Lee"
      contact.lastName               "Barrows"
      contact.name                   "Lee Barrows"
      contact.email                  "lee.barrows@example.com"
      contact.phone                  "+49 30 23125 967"
      contact.date_of_birth:date     "1998-01-18"
      contact.salutation             "Dr"
      contact.job_title              "Senior Optimization Associate"
      company.company_name           "Erdman Bakeries SA"
      company.vat_id                 "DE123456789"
      company.website                "https://erdman-bakeries.example"
      company.support_email          "support@erdman-bakeries.example"
      company.employee_count:number  451
      company.industry               "Construction"
      address.street                 "Bahnhofstraße"
      address.house_number           "85"
      address.postal_code            "10115"
      address.city                   "Berlin"
      address.country                "Germany"
      address.country_code           "DE"
      address.latitude:number        52.532
      price.amount                   "37.99"
      price.amount:number            37.99
      price.amount:integer           3799
      price.currency                 "EUR"
      price.tax_percent:number       19
      price.iban                     "DE89370400440532013000"
      product.name                   "Plus gas boiler"
      product.sku                    "SKU-56847"
      product.ean                    "2905601561265"
      product.quantity:integer       12
      product.description            "Takes the place of last year's version."
      product.unit                   "m"
      product.category               "standard"
      product.weight:number          2.4
      file.name                      "meter-reading-2026-523.pdf"
      file.mime_type                 "application/pdf"
      file.size:integer              2075221
      file.download_url:uri          "https://files.example.com/price-list-2026-880.pdf"
      file.version                   "7.1.0"
      flow.name                      "Central heating flow"
      flow.slug                      "digital-moving-409"
      flow.created_at:date-time      "2025-10-18T12:00:00Z"
      flow.updated_at:date-time      "2025-12-17T12:00:00Z"
      flow.expires_at:date-time      "2026-07-04T12:00:00Z"
      flow.created_by                "user_kurt"
      log.ip_address                 "192.0.2.114"
      log.event_name                 "product.completed"
      log.message                    "Agreed by phone; the papers follow by post."
      log.error_message              "The address could not be found"
      log.status                     "active"
      log.is_deleted:boolean         false"
    `);
  });

  it("lists no name twice", () => {
    const kinds = ["texts", "numbers", "booleans"] as const;
    for (const kind of kinds) {
      const all = domains.flatMap((domain) => Object.keys(domain[kind] ?? {}).flatMap((key) => key.split(", ")));
      expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
    }
  });

  it("never overrides a schema", () => {
    const bounds: fc.Arbitrary<JsonObject> = fc.record(
      {
        type: fc.constantFrom("string", "number", "integer", "boolean"),
        format: fc.constantFrom("date", "date-time", "email", "uri", "hostname", "ipv4", "uuid", "phone", "time"),
        pattern: fc.constantFrom("^[A-Z]{2}$", "^[a-z_]+$", String.raw`^\+[1-9]\d{1,14}$`, "^[0-9]{5}$", "^x_.+$", "e"),
        minLength: fc.integer({ min: 0, max: 30 }),
        maxLength: fc.integer({ min: 30, max: 60 }),
        minimum: fc.integer({ min: -10, max: 5 }),
        exclusiveMaximum: fc.constantFrom(6, 19.5, 100),
        multipleOf: fc.constantFrom(0.01, 0.25, 1, 5),
      },
      { requiredKeys: ["type"] },
    );
    const law = fc.property(fc.constantFrom(...names), bounds, fc.string({ maxLength: 3 }), (name, schema, seed) => {
      const { valid, value } = sampleOf(name, schema, seed);
      if (value !== undefined) expect(valid).toBe(true);
      expect(value).toEqual(sampleOf(name, schema, seed).value);
    });

    expect(() => fc.assert(law, { numRuns: 150 })).not.toThrow();
  });

  it.each<[name: string, schema: JsonObject, expected: RegExp]>([
    ["country", { type: "string", pattern: "^[A-Z]{2}$" }, /^(DE|GB|FR|US)$/],
    ["phone", { type: "string", pattern: String.raw`^\+[1-9]\d{1,14}$` }, /^\+\d+$/],
    ["contact", { type: "string", format: "email" }, /^[a-z.]+@example\.com$/],
    ["contact", { type: "string", format: "phone" }, /^\+[\d ]+$/],
    ["first_name", { type: "string", format: "uri" }, /^https:\/\/www\.example\.com\//],
    ["first_name", { type: "string", format: "uuid" }, /^[0-9a-f-]{36}$/],
    ["price", { type: "integer" }, /^\d{3,5}$/],
    ["price", { type: "string" }, /^\d+\.\d\d$/],
    ["price", { type: "number", multipleOf: 1000 }, /^1000$/],
    ["tax_rate", { type: "number", maximum: 1 }, /^0\.19$/],
    ["unknown", { type: "string" }, /^unknown [0-9a-f]{4}$/],
    ["order_id", { type: "string", pattern: "^ord_[A-Za-z0-9]+$" }, /^ord_[0-9a-f]{12}$/],
    ["customer_number", { type: "string", pattern: "^C-[0-9]{6}$" }, /^C-[0-9]{6}$/],
  ])("generates a valid value for %s with %j", (name, schema, expected) => {
    expect(String(sampleOf(name, schema, "a").value)).toMatch(expected);
  });

  it("cuts prose between words if it is too long", () => {
    const cut = [8, 20, 40].map((maxLength) => sampleOf("description", { type: "string", maxLength }, "a").value);

    expect(cut.map((text) => (text as string).length <= 40)).toEqual([true, true, true]);
    expect(cut).toMatchInlineSnapshot(`
      [
        "Please",
        "Please send the",
        "Please send the confirmation to the new",
      ]
    `);
  });
});

describe("members of one object", () => {
  it("are consistent with each other", () => {
    const law = fc.property(fc.string(), (seed) => {
      const contact = objectOf("contact", seed, [
        "email",
        "first_name",
        "last_name",
        "city",
        "postal_code",
        "country",
        "country_code",
        "currency",
        "created_at:date-time",
        "updated_at:date-time",
        "expires_at:date-time",
        "amount:number",
        "tax_percent:number",
        "percentage:number",
        "website:uri",
        "phone",
      ]);
      const plain = (text: unknown): string =>
        String(text)
          .normalize("NFKD")
          .toLowerCase()
          .replaceAll(/[^a-z]+/g, ".");
      expect(contact["email"]).toBe(`${plain(contact["first_name"])}.${plain(contact["last_name"])}@example.com`);
      expect(towns[String(contact["city"])]).toEqual([
        contact["postal_code"],
        contact["country"],
        contact["country_code"],
      ]);
      expect(Intl.supportedValuesOf("currency")).toContain(contact["currency"]);
      expect((contact["created_at"] as string) <= (contact["updated_at"] as string)).toBe(true);
      expect((contact["updated_at"] as string) < (contact["expires_at"] as string)).toBe(true);
      expect(contact["amount"]).toBeGreaterThan(0);
      for (const name of ["tax_percent", "percentage"]) {
        expect(contact[name]).toBeGreaterThan(0);
        expect(contact[name]).toBeLessThanOrEqual(100);
      }
      expect(new URL(String(contact["website"])).hostname).toMatch(/(^|\.)example(\.com)?$/);
      expect(String(contact["phone"]).replaceAll(" ", "")).toMatch(fictional);
    });

    expect(() => fc.assert(law, { numRuns: 100 })).not.toThrow();
  });

  it("are consistent with the given members", () => {
    const known = { first_name: "Ada", familyName: "Lovelace", city: "Leeds" };
    const generated = objectOf(
      "contact",
      "a",
      ["email", "postal_code", "country", "first_name", "familyName", "city"],
      known,
    );

    expect(generated).toMatchObject({
      email: "ada.lovelace@example.com",
      postal_code: "LS1 4AP",
      country: "United Kingdom",
    });
  });

  it("share the town of the response, but each object has its own person", () => {
    const person = {
      type: "object",
      required: ["postal_code", "first_name"],
      properties: { postal_code: { type: "string" }, first_name: { type: "string" } },
    };
    for (const name of ["a", "b", "c"]) {
      const { value } = sampleOf("", { type: "object", properties: { from: person, to: person } }, name);
      const { from, to } = value as Record<string, JsonObject>;

      expect(from?.["postal_code"]).toBe(to?.["postal_code"]);
      expect(from?.["first_name"]).not.toBe(to?.["first_name"]);
    }
  });
});

const towns: Record<string, Json[]> = {
  Cologne: ["50667", "Germany", "DE"],
  Berlin: ["10115", "Germany", "DE"],
  Hamburg: ["20095", "Germany", "DE"],
  Munich: ["80331", "Germany", "DE"],
  London: ["EC1A 1BB", "United Kingdom", "GB"],
  Leeds: ["LS1 4AP", "United Kingdom", "GB"],
  Lyon: ["69002", "France", "FR"],
  Lille: ["59000", "France", "FR"],
  Boston: ["02108", "United States", "US"],
};

/** Telephone numbers that regulators reserve for fiction: Bundesnetzagentur, Ofcom, ARCEP and NANPA. */
const fictional =
  /^\+(49(2214710|3023125|4066969|8999998)\d{3}|44(207946|113496)0\d{3}|33(46571|35301)\d{4}|161755501\d\d)$/;

/** Parses a member: "city" is a string, "amount:number" a number, "url:uri" a string with that format. */
function memberOf(text: string): [string, JsonObject] {
  const [name = "", kind = "string"] = text.split(":");
  return [name, /^(string|number|integer|boolean)$/.test(kind) ? { type: kind } : { type: "string", format: kind }];
}

function objectOf(label: string, name: string, members: readonly string[], like?: JsonObject): JsonObject {
  const schema = {
    type: "object",
    required: members.map((text) => memberOf(text)[0]),
    properties: Object.fromEntries(members.map(memberOf)),
  };
  const contract = contractOfSchema(schema);
  const options = { name, label, ...(like && { like }) };
  return createValues(contract, "response").sample({ ...at, value: schema } as never, options) as JsonObject;
}

const at = { pointer: "/components/schemas/S" };

function sampleOf(label: string, schema: JsonObject, name: string): { value: Json | undefined; valid: boolean } {
  const contract = contractOfSchema(schema);
  const value = createValues(contract, "response").sample({ ...at, value: schema } as never, {
    name,
    label,
    optional: true,
  });
  const valid = value !== undefined && validatorOf(contract, at.pointer, "response")(value).length === 0;
  return { value, valid };
}

function shown(owner: string, members: readonly string[]): string {
  return members
    .map((member) => {
      const [name] = memberOf(member);
      return `${`${owner}.${member}`.padEnd(30)} ${JSON.stringify(objectOf(owner, "one", [member])[name])}`;
    })
    .join("\n");
}
