import { inEach, request, response, returnedBy, sentTo } from "../claims/field.ts";
import type { Row } from "../row.ts";
import { operationRow } from "./operation-row.ts";

const recommend = "POST /v1/public/product-recommendations";
const createOrder = "POST /v1/order";
const putOrder = "PUT /v1/order/{id}";
const compute = "POST /v1/pricing:compute";
const checkout = "POST /v1/public/cart:checkout";
const computePrice = "POST /v1/public/integration/{integrationId}/compute-price";

const priced = [createOrder, putOrder, compute, checkout];
const inputs = ["line_items[].", "line_items[].item_components[]."].map(
  (item) => `${item}external_fees_metadata.inputs`,
);
const optional = { need: "optional" } as const;

/** Rows of §4.7, and of §2.6 about prices. */
export const pricingRows: readonly Row[] = [
  {
    section: "2.6",
    row: "Pricing line item and item components external_fees_metadata.inputs",
    claims: inputs.flatMap((field) =>
      inEach(
        [...priced.map((name) => sentTo(name)), ...[createOrder, putOrder, compute].map((name) => returnedBy(name))],
        field,
        optional,
      ),
    ),
  },
  { section: "2.6", row: "Product recommendation source", claims: [response(recommend, "items[].source", optional)] },
  { section: "2.6", row: "Compute-price request city", claims: [request(computePrice, "city", optional)] },
  operationRow("4.7", recommend, response(recommend, "items[].source", optional)),
  ...priced.map((name) => operationRow("4.7", name, ...inputs.map((field) => request(name, field, optional)))),
  operationRow("4.7", computePrice, request(computePrice, "city", optional), response(computePrice, "inputs")),
];
