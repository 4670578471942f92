import { countryName, streetOf } from "@marketplace/contracts";
import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { Party } from "./shipments.record.ts";

const Place = z.object({
  id: z.string().nullable().describe("Id, if it has one"),
  name: z.string().nullable().describe("Name"),
});

const lines = {
  address_line: z.string().nullable().describe("Street and number"),
  street_name: z.string().nullable().describe("Street"),
  street_number: z.string().nullable().describe("Number in the street; empty where the line has none"),
  comment: z.string().nullable().describe("How to find it"),
  zip_code: z.string().nullable().describe("Postal code"),
  city: Place.describe("City"),
  state: Place.describe("State; its id is an ISO 3166-2 code"),
  country: Place.describe("Country"),
  neighborhood: Place.describe("Neighborhood"),
  municipality: Place.describe("Municipality"),
  agency: z.null().describe("Agency it is delivered to"),
  types: z.array(z.string()).describe("What it serves for"),
  latitude: z.number().nullable().describe("Latitude in degrees"),
  longitude: z.number().nullable().describe("Longitude in degrees"),
  geolocation_type: z.string().nullable().describe("How exact the coordinates are"),
};

const addressId = wireId().nullable();

/** An address of a shipment as it was at the sale; its lines are null where they are not to be seen. */
export const ShipmentAddress = z
  .object({
    id: addressId.describe("Address id"),
    ...lines,
    _last_updated: z.null().describe("When it was last corrected"),
    _source: z.null().describe("Who corrected it"),
  })
  .meta({ id: "ShipmentAddress" });

const receiver = {
  delivery_preference: z.string().describe("residential or business"),
  receiver_name: z.string().nullable().describe("Who takes it"),
  receiver_phone: z.string().nullable().describe("Their phone"),
};

export const ReceiverAddress = z
  .object({ ...ShipmentAddress.shape, ...receiver })
  .meta({ id: "ReceiverAddress" });

/** The same in the new format. */
export const ShippingAddress = z
  .object({
    address_id: addressId.describe("Address id"),
    ...lines,
    scoring: z.null().describe("How good the address is"),
    location_id: z.null().describe("Id of the location"),
    node: z.null().describe("Warehouse"),
    intersection: z.null().describe("Crossing street"),
    delivery_preference: receiver.delivery_preference.optional(),
  })
  .meta({ id: "ShippingAddress" });

const nothing = { id: null, name: null };

function linesOf(party: Party | null): z.infer<z.ZodObject<typeof lines>> {
  const address = party?.address ?? null;
  return {
    address_line: address?.address_line ?? null,
    ...(address ? streetOf(address.address_line) : { street_name: null, street_number: null }),
    comment: null,
    zip_code: address?.zip_code ?? null,
    city: address?.city ?? nothing,
    state: address?.state ?? nothing,
    country: party && address ? { id: party.country_id, name: countryName(party.country_id) } : nothing,
    neighborhood: nothing,
    municipality: nothing,
    agency: null,
    types: [],
    latitude: address?.latitude ?? null,
    longitude: address?.longitude ?? null,
    geolocation_type: address ? "ROOFTOP" : null,
  };
}

export const senderAddress = (party: Party | null): z.infer<typeof ShipmentAddress> => ({
  id: party?.address?.id ?? null,
  ...linesOf(party),
  _last_updated: null,
  _source: null,
});

export const receiverAddress = (party: Party | null): z.infer<typeof ReceiverAddress> => ({
  ...senderAddress(party),
  delivery_preference: "residential",
  receiver_name: party?.name ?? null,
  receiver_phone: party?.phone ?? null,
});

export const shippingAddress = (party: Party | null): z.infer<typeof ShippingAddress> => ({
  address_id: party?.address?.id ?? null,
  ...linesOf(party),
  scoring: null,
  location_id: null,
  node: null,
  intersection: null,
});
