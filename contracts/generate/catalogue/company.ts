import { chooseTown } from "./address.ts";
import { type Domain, type ValueContext, toSlug } from "./domain.ts";

const trades = [
  "Energy",
  "Interiors",
  "Logistics",
  "Mechanics",
  "Consulting",
  "Bakeries",
  "Printing",
  "Timber",
  "Homes",
];
const forms = ["Ltd", "GmbH", "SA", "Group"];
const industries = ["Energy", "Retail", "Construction", "Healthcare", "Logistics", "Hospitality"];
const taglines = ["Close to you", "Made to last", "Simply better supplied", "Here when it matters", "One step ahead"];

/** Invented company, the same for all members of an object: an invented family name and a trade. */
export function inventCompany(context: ValueContext): {
  readonly name: string;
  readonly host: string;
  readonly form: string;
} {
  return context.ofObject("company", (draw) => {
    const name = `${draw.faker.person.lastName()} ${draw.pick(trades)}`;
    // Hosts below .example are reserved (RFC 2606).
    return { name, host: `${toSlug(name)}.example`, form: draw.pick(forms) };
  });
}

const companyName = (context: ValueContext): string[] => {
  const { name, form } = inventCompany(context);
  return [`${name} ${form}`, name];
};

export const company: Domain = {
  texts: {
    "company, company name, organization name, organisation name, business name, legal name": companyName,
    "partner name, brand name, supplier name, vendor name, merchant name, tenant name": companyName,
    "organization, organisation, supplier, vendor, manufacturer, employer": companyName,
    brand: (context) => inventCompany(context).name,
    carrier: (context) => `${inventCompany(context).name} Parcels`,
    industry: (context) => context.ownDraw().pick(industries),
    "tagline, slogan, claim": (context) => context.ownDraw().pick(taglines),
    // Tax numbers from documentation, which no authority assigns.
    "vat id, vat number, tax number": (context) => [`${chooseTown(context).code}123456789`, "123456789"],
    "domain, domain name, host, hostname": (context) => [inventCompany(context).host, "www.example.com"],
  },
  formats: { hostname: { "*": (context) => inventCompany(context).host } },
  numbers: { "employee count, employees": (context) => context.ownDraw().between(4, 900) },
};
