import { countryName, streetOf } from "@marketplace/contracts";
import { platformTimestamp } from "@marketplace/conventions";
import type { UserAddressView } from "./user-addresses.schema.ts";
import type { User } from "./users.repo.ts";

const nothing = { id: null, name: null };

/** A user has at most one address, which serves for everything. */
const types = ["default_selling_address", "default_buying_address", "shipping", "billing"];

/** The addresses of a user, as they see them. */
export function addressesOf(user: User): UserAddressView[] {
  const { address } = user;
  if (!address) return [];
  const { city, state } = address;
  return [
    {
      id: address.id,
      user_id: String(user.id),
      contact: `${user.first_name} ${user.last_name}`.trim() || null,
      phone: `${user.phone.area_code}${user.phone.number}` || null,
      address_line: address.address_line,
      ...streetOf(address.address_line),
      floor: null,
      apartment: null,
      comment: null,
      zip_code: address.zip_code,
      city,
      state: state ?? nothing,
      country: { id: user.country_id, name: countryName(user.country_id) },
      neighborhood: nothing,
      municipality: nothing,
      agency: null,
      search_location: { state: state ?? nothing, city, neighborhood: nothing },
      types,
      latitude: address.latitude,
      longitude: address.longitude,
      geolocation_type: "ROOFTOP",
      status: "active",
      date_created: platformTimestamp(user.registeredAt),
      normalized: true,
      open_hours: {},
      _last_updated: null,
      _source: null,
    },
  ];
}
