import { z } from "zod";

const named = (what: string) =>
  z.object({
    id: z.string().nullable().describe(`Id of the ${what}`),
    name: z.string().nullable().describe(`Name of the ${what}`),
  });
const text = (what: string) => z.string().nullable().describe(what);

/** An address in the shape of shipments, with what only a user's own has. */
export const UserAddressView = z
  .object({
    id: z.int().describe("Address id"),
    user_id: z.string().describe("The user, as a string"),
    contact: text("Name of the user"),
    phone: text("Phone of the user, with its area code"),
    address_line: z.string().describe("Street and number"),
    street_name: z.string().describe("Street"),
    street_number: z.string().describe("Number in the street; empty where the line has none"),
    floor: text("Always null"),
    apartment: text("Always null"),
    comment: text("Always null"),
    zip_code: z.string().describe("Postal code"),
    city: named("city").describe("City"),
    state: named("state").describe("State; its id is such as AR-C"),
    country: named("country").describe("Country"),
    neighborhood: named("neighborhood").describe("Always null in both"),
    municipality: named("municipality").describe("Always null in both"),
    agency: text("Always null"),
    search_location: z
      .object({ state: named("state"), city: named("city"), neighborhood: named("neighborhood") })
      .describe("Where a search places it"),
    types: z.array(z.string()).describe("What it is used for"),
    latitude: z.number().nullable().describe("Degrees"),
    longitude: z.number().nullable().describe("Degrees"),
    geolocation_type: text("ROOFTOP"),
    status: z.string().describe("active"),
    date_created: z.string().describe("When the user registered, at -04:00"),
    normalized: z.boolean().describe("Always true"),
    open_hours: z.object({}).describe("Always empty"),
    _last_updated: text("Always null"),
    _source: text("Always null"),
  })
  .meta({ id: "UserAddress" });
export type UserAddressView = z.output<typeof UserAddressView>;
