import { wireId } from "@marketplace/conventions";
import { z } from "zod";

const text = (what: string) => z.string().describe(what);
const maybe = (what: string) => z.string().nullable().describe(what);

const Address = z.object({
  street_name: text("Street; empty for a buyer without an address"),
  street_number: text("Number in the street; empty where there is none"),
  city_name: text("City"),
  comment: z.null().describe("How to find it; none is kept"),
  neighborhood: z.null().describe("Neighborhood; none is kept"),
  state: z.object({ code: maybe("Code of the state, such as AR-C"), name: text("State") }).describe("State"),
  zip_code: maybe("Postal code"),
  country_id: text("Country, ISO 3166-1 alpha-2"),
});

const Buyer = z.object({
  cust_id: wireId().describe("User who bought"),
  billing_info: z
    .object({
      name: text("First name, or the name of the firm"),
      last_name: maybe("Last name; null for a firm"),
      identification: z
        .object({ type: maybe("Kind of document, such as DNI or CUIT"), number: maybe("Its number") })
        .describe("Document; both are null for a user who has not given one"),
      taxes: z
        .object({
          taxpayer_type: z
            .object({ id: maybe("Code of the tax office"), description: text("How the buyer is taxed") })
            .describe("Kind of taxpayer"),
        })
        .describe("Taxes"),
      address: Address.describe("Where the invoice goes"),
      attributes: z
        .object({
          cust_type: z.enum(["CO", "BU"]).describe("A person (CO) or a firm (BU)"),
          is_normalized: z.boolean().describe("Whether the address is known to exist"),
        })
        .describe("What kind of buyer it is"),
    })
    .describe("Whom to invoice"),
});

/** Whom the seller has to invoice (spec: commerce.md 7). */
export const BillingInfo = z
  .object({
    site_id: text("Site of the sale"),
    buyer: Buyer.describe("The buyer"),
    seller: z.object({ cust_id: wireId().describe("User who sold") }).describe("The seller"),
  })
  .meta({ id: "BillingInfo" });

/** The same as clients of the earlier version read it. */
export const EarlierBillingInfo = z
  .object({
    billing_info: z
      .object({
        doc_type: maybe("Kind of document"),
        doc_number: maybe("Its number"),
        additional_info: z
          .array(z.object({ type: text("What it is, such as STREET_NAME"), value: text("Its value") }))
          .describe("What else is known"),
      })
      .describe("Whom to invoice"),
  })
  .meta({ id: "EarlierBillingInfo" });
