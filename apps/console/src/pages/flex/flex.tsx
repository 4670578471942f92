import { Group, NativeSelect, Tabs, Text } from "@mantine/core";
import { ApiProblem } from "../../api/problem.ts";
import { useMe } from "../../session/me.ts";
import { useFilters } from "../../shared/filters.ts";
import { PageFrame } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { useTexts } from "../../texts/texts.ts";
import { Delivery } from "./delivery.tsx";
import { FlexItems } from "./flex-items.tsx";
import { type Subscription, useConfiguration, useSubscriptions } from "./flex-queries.ts";
import { flexTexts } from "./flex-texts.ts";
import { Holidays } from "./holidays.tsx";
import { Join, SubscriptionCard } from "./subscription.tsx";
import { Zones } from "./zones.tsx";

/** A seller's own deliveries: subscription, hours, zones, holidays and items. */
export function Page() {
  const said = useTexts(flexTexts);
  const me = useMe();
  const site = me.data?.site_id;
  const query = useSubscriptions(site);
  const isWithoutFlex = query.error instanceof ApiProblem && query.error.status === 400;
  return (
    <PageFrame title={said.title}>
      {site === undefined && <QueryView query={me}>{() => null}</QueryView>}
      {isWithoutFlex && <Text c="dimmed">{said.noSite}</Text>}
      {site !== undefined && !isWithoutFlex && (
        <QueryView query={query}>
          {(subscriptions) => <Subscribed site={site} subscriptions={subscriptions} />}
        </QueryView>
      )}
    </PageFrame>
  );
}

interface SubscribedProps {
  site: string;
  subscriptions: readonly Subscription[];
}

function Subscribed({ site, subscriptions }: SubscribedProps) {
  const said = useTexts(flexTexts);
  const { values, set } = useFilters();
  const shown = subscriptions.find(({ mode }) => mode === values.mode) ?? subscriptions[0];
  const missing = (["FLEX", "TURBO"] as const).filter(
    (mode) => !subscriptions.some((one) => one.mode === mode),
  );
  const joining = missing.filter((mode) => mode === "FLEX" || subscriptions.length > 0);
  return (
    <>
      <Group gap="sm" align="end">
        {subscriptions.length > 1 && shown && (
          <NativeSelect
            label={said.subscription}
            value={shown.mode}
            data={subscriptions.map(({ mode }) => mode)}
            onChange={({ currentTarget }) => set({ mode: currentTarget.value })}
          />
        )}
        {joining.map((mode) => (
          <Join key={mode} site={site} mode={mode} />
        ))}
      </Group>
      {shown ? (
        <Configured key={shown.service_id} site={site} subscription={shown} />
      ) : (
        <Text c="dimmed">{said.none}</Text>
      )}
    </>
  );
}

const tabs = ["zones", "delivery", "holidays", "items"] as const;

function Configured({ site, subscription }: { site: string; subscription: Subscription }) {
  const said = useTexts(flexTexts);
  const { values, set } = useFilters();
  const tab = tabs.find((name) => name === values.tab) ?? "zones";
  return (
    <QueryView query={useConfiguration(site, subscription.service_id)}>
      {(configuration) => (
        <>
          <SubscriptionCard subscription={subscription} configuration={configuration} />
          <Tabs value={tab} onChange={(name) => set({ tab: name ?? undefined })} keepMounted={false}>
            <Tabs.List mb="md" className="console-tabs">
              {tabs.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {said[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="zones">
              <Zones site={site} configuration={configuration} />
            </Tabs.Panel>
            <Tabs.Panel value="delivery">
              <Delivery site={site} configuration={configuration} />
            </Tabs.Panel>
            <Tabs.Panel value="holidays">
              <Holidays holidays={configuration.holidays} />
            </Tabs.Panel>
            <Tabs.Panel value="items">
              <FlexItems site={site} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </QueryView>
  );
}
