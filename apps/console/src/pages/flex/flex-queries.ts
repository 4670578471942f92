import type { components } from "@marketplace-api/client";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { chosenIn } from "./coverage.rules.ts";
import type { Day } from "./delivery.rules.ts";
import type { Zone } from "./zone.ts";

export type Subscription = components["schemas"]["FlexSubscription"];

interface ReadRange {
  capacity: number;
  from: number;
  to: number;
  /** As it was set. */
  cutoff: number;
  /** In force: it is never later than the hours allow. */
  calculated_cutoff: number;
}

/** What the pages read of a configuration. */
export interface Configuration {
  address: { address_line: string; city: { name: string }; zip_code: string } | null;
  subscription: { service_id: number; status: { id: Subscription["status"]["id"]; cause: string | null } };
  delivery_window: "same_day" | "next_day";
  is_moderated: boolean;
  delivery_ranges: Record<Day, ReadRange[] | null>;
  holidays: { description: string; selected: boolean; type: string; date: string }[];
  zones: Zone[];
  origin_zone: { id: string; label: string } | null;
  disabled_features: ("CUTOFF_BY_ZONE" | "CAPACITY_BY_DAY")[];
  availables: { capacity_range: { from: number; to: number } };
  /** By which a change says what it was made of: what somebody else saved meanwhile stays. */
  etags: { delivery: string; coverage: string };
}

const selection = `address { address_line city { name } zip_code } subscription { service_id status { id cause } }
  is_moderated
  holidays { description selected type date }
  zones { id enabled is_mandatory label neighborhoods scope price { cents currency_id decimal_separator fraction symbol }
    transit_time { offset value } calculated_cutoff { week saturday sunday }
    polygon { type geometry { type coordinates } properties { name } } }
  origin_zone { id label } disabled_features availables { capacity_range { from to } }`;

const servicePath =
  "/shipping/flex/sites/{site_id}/users/{user_id}/services/{service_id}/configuration" as const;
export const deliveryPath = `${servicePath}/delivery/custom/v3` as const;
export const coveragePath = `${servicePath}/coverage/zone/v3` as const;

async function taggedOf<T>(asked: Promise<{ data?: T; error?: unknown; response: Response }>) {
  const answer = await asked;
  return { data: await dataOf(asked), etag: answer.response.headers.get("ETag") ?? "" };
}

export function useSubscriptions(site: string | undefined) {
  const client = useClient();
  const { userId } = useSession().session;
  return useQuery({
    queryKey: ["flex", "subscriptions", site],
    queryFn: () =>
      dataOf(
        client.GET("/shipping/flex/sites/{site_id}/users/{user_id}/subscriptions/v1", {
          params: { path: { site_id: site ?? "", user_id: String(userId) } },
        }),
      ),
    enabled: site !== undefined,
  });
}

export function useConfiguration(site: string, serviceId: number) {
  const client = useClient();
  const { userId } = useSession().session;
  return useQuery({
    queryKey: ["flex", "configuration", site, serviceId],
    async queryFn() {
      const query = `{ configuration(user_id: ${userId}, service_id: ${serviceId}) { ${selection} } }`;
      const params = { path: { site_id: site, user_id: String(userId), service_id: String(serviceId) } };
      const [read, delivery, coverage] = await Promise.all([
        dataOf(client.POST("/shipping/flex/sites/{site_id}/configuration/v3", { params, body: { query } })),
        taggedOf(client.GET(deliveryPath, { params })),
        taggedOf(client.GET(coveragePath, { params })),
      ]);
      // A selection has the fields that it asks for; the declaration cannot say which.
      const selected = read.query as unknown as Omit<Configuration, "etags">;
      return {
        ...selected,
        ...delivery.data,
        zones: selected.zones.map((zone) => chosenIn(coverage.data.zones, zone)),
        etags: { delivery: delivery.etag, coverage: coverage.etag },
      } satisfies Configuration;
    },
  });
}
