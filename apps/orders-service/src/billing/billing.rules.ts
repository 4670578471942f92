import { streetOf, type UserProfile } from "@marketplace/contracts";
import type { z } from "zod";
import type { BillingInfo, EarlierBillingInfo } from "./billing.schema.ts";

/** What a sale says of the party to invoice. */
export interface Invoiced {
  siteId: string;
  sellerId: number;
  buyer: UserProfile;
}

/** Documents that only firms have. */
const firmDocuments: readonly string[] = ["CUIT", "CNPJ", "NIT", "RUC"];

const isFirm = ({ identification }: UserProfile): boolean =>
  identification != null && firmDocuments.includes(identification.type);

const personTaxed = { MLA: "Consumidor Final", MLB: "Não Contribuinte" } as const;
const firmTaxed = { MLA: "IVA Responsable Inscripto", MLB: "Contribuinte" } as const;

function taxpayerType(siteId: string, firm: boolean): string {
  const known: Readonly<Record<string, string>> = firm ? firmTaxed : personTaxed;
  return known[siteId] ?? (firm ? "Contribuyente" : "Consumidor Final");
}

const fullName = ({ first_name, last_name }: UserProfile): string => `${first_name} ${last_name}`.trim();

function addressOf({ address, country_id }: UserProfile) {
  const street = address ? streetOf(address.address_line) : undefined;
  return {
    street_name: street?.street_name ?? "",
    street_number: street?.street_number ?? "",
    city_name: address?.city.name ?? "",
    comment: null,
    neighborhood: null,
    state: { code: address?.state?.id ?? null, name: address?.state?.name ?? "" },
    zip_code: address?.zip_code ?? null,
    country_id,
  };
}

/** Whom the seller has to invoice. */
export function billingInfo({ siteId, sellerId, buyer }: Invoiced): z.output<typeof BillingInfo> {
  const firm = isFirm(buyer);
  const { type = null, number = null } = buyer.identification ?? {};
  return {
    site_id: siteId,
    buyer: {
      cust_id: buyer.id,
      billing_info: {
        name: firm ? fullName(buyer) : buyer.first_name,
        last_name: firm ? null : buyer.last_name,
        identification: { type, number },
        taxes: { taxpayer_type: { id: null, description: taxpayerType(siteId, firm) } },
        address: addressOf(buyer),
        attributes: { cust_type: firm ? "BU" : "CO", is_normalized: buyer.address !== null },
      },
    },
    seller: { cust_id: sellerId },
  };
}

/** The same as clients of the earlier version read it; what is not known is left out. */
export function earlierBillingInfo(invoiced: Invoiced): z.output<typeof EarlierBillingInfo> {
  const { name, last_name, identification, taxes, address, attributes } =
    billingInfo(invoiced).buyer.billing_info;
  const entries: [string, string | null][] = [
    ...(attributes.cust_type === "BU"
      ? ([["BUSINESS_NAME", name]] as const)
      : ([
          ["FIRST_NAME", name],
          ["LAST_NAME", last_name],
        ] as const)),
    ["DOC_TYPE", identification.type],
    ["DOC_NUMBER", identification.number],
    ["TAXPAYER_TYPE_ID", taxes.taxpayer_type.description],
    ["STREET_NAME", address.street_name],
    ["STREET_NUMBER", address.street_number],
    ["CITY_NAME", address.city_name],
    ["STATE_NAME", address.state.name],
    ["ZIP_CODE", address.zip_code],
    ["COUNTRY_ID", address.country_id],
  ].map(([type, value]) => [type ?? "", value ?? null]);
  return {
    billing_info: {
      doc_type: identification.type,
      doc_number: identification.number,
      additional_info: entries.flatMap(([type, value]) => (value ? [{ type, value }] : [])),
    },
  };
}
