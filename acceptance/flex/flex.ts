import { expect } from "vitest";
import { type Answer, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import type { Person } from "../api/world.ts";

/** The Flex paths of a user. Site and user may be anything, to request what does not exist. */
export const flexPaths = (user: number | string, site = "MLA") => {
  const base = `/shipping/flex/sites/${site}`;
  const service = (id: number | string) => `${base}/users/${user}/services/${id}/configuration`;
  return {
    subscriptions: `${base}/users/${user}/subscriptions/v1`,
    status: (id: number) => `${base}/users/${user}/subscriptions/${id}/v1`,
    configuration: `${base}/configuration/v3`,
    delivery: (id: number | string) => `${service(id)}/delivery/custom/v3`,
    coverage: (id: number | string) => `${service(id)}/coverage/zone/v3`,
  };
};

export const itemFlex = (id: string, site = "MLA"): string => `/flex/sites/${site}/items/${id}/v2`;
export const assignmentOf = (id: number | string, site = "MLA"): string =>
  `/flex/sites/${site}/shipments/${id}/assignment/v2`;

const reasons: Record<number, string> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
};

/** Expects a row of the specification's Flex error table: its code and its exact message. */
export const expectFlexError = (answer: Answer, status: number, message: string) =>
  expectProblem(answer, status, reasons[status] ?? "", message);

export interface Subscription {
  id: number;
  mode: "FLEX" | "TURBO";
  service_id: number;
  status: { id: string };
}

/** Opts a seller in to FLEX and activates it; returns the service id. The seller needs an active ME2 item. */
export async function activateFlex(as: Person): Promise<number> {
  const paths = flexPaths(as.id);
  const opened = await post(paths.subscriptions, { as, body: { mode: "FLEX" } });
  expect(opened.json()).toMatchObject({ mode: "FLEX", status: { id: "pending" } });
  const { service_id } = opened.json<Subscription>();
  const activated = await put(paths.status(service_id), { as, body: { status: "in" } });
  expect(activated.json()).toMatchObject({ service_id, status: { id: "in" } });
  return service_id;
}

/** Every field of the configuration that the specification lists. */
const everything = `{
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

interface Range {
  capacity: number;
  type: string;
  from: number;
  to: number;
  calculated_cutoff: number;
}
export interface Zone {
  id: string;
  enabled: boolean;
  selected: boolean;
  is_mandatory: boolean;
  polygon: { geometry: { coordinates: [number, number][][] } };
  price: Record<string, unknown>;
  calculated_cutoff: { week: number | null; saturday: number | null; sunday: number | null };
}
export interface Configuration {
  delivery_window: string;
  delivery_ranges: Record<"week" | "saturday" | "sunday", Range[] | null>;
  zones: Zone[];
  availables: { cutoff: number[]; capacity: number[] };
  disabled_features: string[];
  [field: string]: unknown;
}

export const queryOf = (user: number, service: number, selection = everything): { query: string } => ({
  query: `{ configuration(user_id: ${user}, service_id: ${service}) ${selection} }`,
});

/** Reads the whole configuration of a seller's service. */
export async function configurationOf(as: Person, service: number): Promise<Configuration> {
  const { configuration } = flexPaths(as.id, as.site_id);
  const answer = await post(configuration, { as, body: queryOf(as.id, service) });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<{ query: Configuration }>().query;
}

/** Ids of the zones that every selection must contain, followed by the others. */
export const selectable = (zones: Zone[]): string[] =>
  [...zones.filter((zone) => zone.is_mandatory), ...zones.filter((zone) => !zone.is_mandatory)].map(
    ({ id }) => id,
  );
