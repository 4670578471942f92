import type { FlexState } from "./configuration.schema.ts";
import { initialDelivery } from "./initial-state.rules.ts";

/** A place in Palermo, Buenos Aires. */
export const palermo = { longitude: -58.4173, latitude: -34.5822 };

/** A seller in Palermo with a new subscription, and the changes. */
export function stateOf(changes: Partial<FlexState> = {}): FlexState {
  return {
    address: {
      id: 1_012_345_678,
      address_line: "Avenida Santa Fe 3500",
      city: { id: "TUxBQlBBTDI1MTVa", name: "Palermo" },
      zip_code: "1425",
    },
    location: palermo,
    subscription: {
      id: 3_000_000_001,
      site_id: "MLA",
      user_id: 2_000_000_001,
      flavour: "flex",
      facility_id: "",
      service_id: 4_000_000_001,
      status: { id: "in", cause: null },
      creation_date: "2026-01-02T13:00:00.000Z",
      training_times: null,
    },
    delivery: initialDelivery,
    zones: [{ id: "MLA-BUE-PALERMO", cutoff: null }],
    is_moderated: false,
    disabled_features: [],
    worked_holidays: [],
    ...changes,
  };
}

/** Every field of the configuration, as the specification lists them. */
export const everything = `{
  address { id address_line city { id name } zip_code }
  subscription {
    id site_id user_id flavour facility_id service_id status { id cause } creation_date
    training_times { original { value unit } remaining { value unit } activation_date }
  }
  delivery_window is_moderated
  delivery_ranges {
    week { capacity type processing_time from to et_hour calculated_cutoff }
    saturday { capacity type processing_time from to et_hour calculated_cutoff }
    sunday { capacity type processing_time from to et_hour calculated_cutoff }
  }
  holidays { description selected type date }
  working_days
  zones {
    id enabled is_mandatory label neighborhoods
    polygon { type geometry { type coordinates } properties { name } }
    price { cents currency_id decimal_separator fraction symbol }
    scope selected transit_time { offset value } calculated_cutoff { week saturday sunday }
  }
  origin_zone { enabled id is_mandatory label neighborhoods selected }
  disabled_features
  availables {
    cutoff capacity capacity_range { from to } transit_time ranges radius_range { from to } accurate_ranges
  }
}`;
