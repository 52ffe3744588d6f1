import type { Domain, ValueContext } from "./domain.ts";

interface Town {
  readonly country: string;
  readonly code: string;
  readonly alpha3: string;
  readonly region: string;
  readonly city: string;
  readonly postcode: string;
  readonly streets: readonly string[];
  readonly latitude: number;
  readonly longitude: number;
  readonly zone: string;
  readonly language: string;
  /** Telephone number without its last three digits, from a range that is never assigned. */
  readonly phone: string;
}

const german = { country: "Germany", code: "DE", alpha3: "DEU", zone: "Europe/Berlin", language: "de" };
const british = { country: "United Kingdom", code: "GB", alpha3: "GBR", zone: "Europe/London", language: "en" };
const french = { country: "France", code: "FR", alpha3: "FRA", zone: "Europe/Paris", language: "fr" };
const american = { country: "United States", code: "US", alpha3: "USA", zone: "America/New_York", language: "en" };
const strassen = ["Gartenstraße", "Bahnhofstraße", "Lindenweg", "Mühlenweg", "Schulstraße"];
const roads = ["Station Road", "Mill Lane", "Church Street", "Victoria Road", "Green Lane"];
const rues = ["Rue du Moulin", "Rue des Jardins", "Rue de la Gare", "Rue des Écoles"];
const avenues = ["Maple Street", "Oak Avenue", "Cedar Lane", "Park Avenue", "Elm Street"];

/**
 * Towns with matching postcodes, coordinates and languages. The telephone numbers are reserved for fiction by the
 * regulators: the Bundesnetzagentur, Ofcom, ARCEP and NANPA (555-01xx).
 */
const towns: readonly Town[] = [
  {
    ...german,
    city: "Cologne",
    region: "North Rhine-Westphalia",
    postcode: "50667",
    streets: strassen,
    latitude: 50.9375,
    longitude: 6.9603,
    phone: "+49 221 4710 ",
  },
  {
    ...german,
    city: "Berlin",
    region: "Berlin",
    postcode: "10115",
    streets: strassen,
    latitude: 52.532,
    longitude: 13.3849,
    phone: "+49 30 23125 ",
  },
  {
    ...german,
    city: "Hamburg",
    region: "Hamburg",
    postcode: "20095",
    streets: strassen,
    latitude: 53.5503,
    longitude: 10.0006,
    phone: "+49 40 66969 ",
  },
  {
    ...german,
    city: "Munich",
    region: "Bavaria",
    postcode: "80331",
    streets: strassen,
    latitude: 48.1351,
    longitude: 11.5735,
    phone: "+49 89 99998 ",
  },
  {
    ...british,
    city: "London",
    region: "England",
    postcode: "EC1A 1BB",
    streets: roads,
    latitude: 51.5174,
    longitude: -0.0987,
    phone: "+44 20 7946 0",
  },
  {
    ...british,
    city: "Leeds",
    region: "England",
    postcode: "LS1 4AP",
    streets: roads,
    latitude: 53.7965,
    longitude: -1.5478,
    phone: "+44 113 496 0",
  },
  {
    ...french,
    city: "Lyon",
    region: "Auvergne-Rhône-Alpes",
    postcode: "69002",
    streets: rues,
    latitude: 45.7578,
    longitude: 4.832,
    phone: "+33 4 65 71 0",
  },
  {
    ...french,
    city: "Lille",
    region: "Hauts-de-France",
    postcode: "59000",
    streets: rues,
    latitude: 50.6292,
    longitude: 3.0573,
    phone: "+33 3 53 01 0",
  },
  {
    ...american,
    city: "Boston",
    region: "Massachusetts",
    postcode: "02108",
    streets: avenues,
    latitude: 42.3588,
    longitude: -71.0638,
    phone: "+1 617 555 0",
  },
];

/** Town of an object: the one that its members name, else any. */
export function chooseTown(context: ValueContext): Town {
  const city = context.sibling("city", "town", "locality");
  const country = context.sibling("country", "country code");
  const isInCountry = ({ code, alpha3, country: name }: Town): boolean =>
    [code, alpha3, name].includes(String(country));
  const sameCity = towns.filter((place) => place.city === city);
  const candidates = sameCity.length > 0 ? sameCity : towns.filter(isInCountry);
  return context.wholeDraw("place").pick(candidates.length > 0 ? candidates : towns);
}

const chooseStreet = (context: ValueContext): string => context.objectDraw("street").pick(chooseTown(context).streets);
const houseNumber = (context: ValueContext): string => String(context.objectDraw("house").between(1, 120));

function streetAddress(context: ValueContext): string {
  const [street, house] = [chooseStreet(context), houseNumber(context)];
  if (chooseTown(context).code === "DE") return `${street} ${house}`;
  return `${house} ${street}`;
}

/** Telephone number in readable form and in E.164 form. */
function phone(context: ValueContext): string[] {
  const { phone: free, code } = chooseTown(context);
  const number = `${free}${code === "US" ? context.ownDraw().between(100, 199) : context.ownDraw().between(100, 999)}`;
  return [number, number.replaceAll(" ", "")];
}

function listCountryNames(context: ValueContext): string[] {
  const { country, code, alpha3 } = chooseTown(context);
  return [country, code, alpha3];
}

export const address: Domain = {
  texts: {
    "city, town, locality, city name": (context) => chooseTown(context).city,
    "postal code, postcode, zip, zip code, post code": (context) => chooseTown(context).postcode,
    "street, street name, road": chooseStreet,
    "house number, street number": houseNumber,
    "street address, address line, address line 1, line 1, line1, address1, street line": streetAddress,
    "address, formatted address, postal address, full address": (context) => {
      const { postcode, city, country } = chooseTown(context);
      return [`${streetAddress(context)}, ${postcode} ${city}, ${country}`, city];
    },
    "address.state, province, region, county": (context) => chooseTown(context).region,
    country: listCountryNames,
    "country name": (context) => chooseTown(context).country,
    "country code": (context) => listCountryNames(context).slice(1),
    "language, language code, lang": (context) => chooseTown(context).language,
    "locale, culture": (context) => [
      `${chooseTown(context).language}-${chooseTown(context).code}`,
      chooseTown(context).language,
    ],
    "meter.location, site.location, office.location, event.location, device.location": (context) =>
      chooseTown(context).city,
    "time zone, timezone": (context) => chooseTown(context).zone,
    "phone, phone number, telephone, telephone number, mobile, mobile number, fax, msisdn": phone,
  },
  numbers: {
    "latitude, lat": (context) => chooseTown(context).latitude,
    "longitude, lng, lon": (context) => chooseTown(context).longitude,
    "house number": (context) => Number(houseNumber(context)),
  },
};
