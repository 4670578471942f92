import { Code, Group, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLive } from "../../session/live.ts";
import { useLab } from "../../session/session.ts";
import { Details } from "../../shared/details.tsx";
import { type Filters, pageOf, useFilters } from "../../shared/filters.ts";
import { type Column, Listing } from "../../shared/listing.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { MissedFeeds } from "./missed-feeds.tsx";
import { NotificationDetails } from "./notification-details.tsx";
import { notificationTexts } from "./notification-texts.ts";
import { Receivers } from "./receivers.tsx";

type Delivered = LabSchemas["DeliveredNotification"];

function useNotifications(values: Filters) {
  const { client } = useLab();
  const { status, topic, application } = values;
  const query = {
    ...pageOf(values),
    ...(status && { status }),
    ...(topic && { topic }),
    ...(application && { application: Number(application) }),
  };
  return useQuery({
    queryKey: ["lab", "notifications", query],
    queryFn: () => dataOf(client.GET("/_sandbox/notifications", { params: { query } })),
    placeholderData: (previous) => previous,
  });
}

export function Page() {
  const said = useTexts(notificationTexts);
  const filters = useFilters();
  const query = useNotifications(filters.values);
  useLive("notifications");
  const columns: Column<Delivered>[] = [
    {
      title: said.status,
      cell: ({ status, last_answer }) => (
        <Tone tone={status === "failed" ? "bad" : "good"}>{`${said[status]} ${last_answer ?? ""}`}</Tone>
      ),
    },
    { title: said.topic, cell: ({ topic }) => topic },
    { title: said.resource, cell: ({ resource }) => <Code>{resource}</Code> },
    { title: said.attempts, wide: true, cell: ({ attempts }) => attempts },
    {
      title: said.last,
      wide: true,
      cell: ({ last_attempt_at }) => <Time at={last_attempt_at} style="time" />,
    },
  ];
  return (
    <PageFrame title={said.title} about={said.about}>
      <Panel title={said.title}>
        <Group gap="sm" align="end" component="search" mb="sm">
          <NativeSelect
            label={said.status}
            value={filters.values.status ?? ""}
            data={[
              { value: "", label: said.any },
              { value: "acknowledged", label: said.acknowledged },
              { value: "failed", label: said.failed },
            ]}
            onChange={({ currentTarget }) => filters.set({ status: currentTarget.value })}
          />
          <TextInput
            label={said.topic}
            placeholder="questions"
            value={filters.values.topic ?? ""}
            onChange={({ currentTarget }) => filters.set({ topic: currentTarget.value })}
          />
        </Group>
        <Listing
          label={said.title}
          query={query}
          filters={filters}
          columns={columns}
          keyOf={({ id }) => id}
          open={({ id }) => filters.set({ id, page: filters.values.page })}
          empty={said.empty}
        />
      </Panel>
      <Receivers />
      <MissedFeeds />
      <Details title={said.one} filters={filters}>
        {(id) => <NotificationDetails id={id} />}
      </Details>
    </PageFrame>
  );
}
