import { Code, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLive } from "../../session/live.ts";
import { useLab } from "../../session/session.ts";
import type { Column } from "../../shared/data-table.tsx";
import { Details } from "../../shared/details.tsx";
import { FilterBar } from "../../shared/filter-bar.tsx";
import { type Filters, pageOf, useFilters } from "../../shared/filters.ts";
import { Listing } from "../../shared/listing.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { MissedFeeds } from "./missed-feeds.tsx";
import { NotificationDetails } from "./notification-details.tsx";
import { notificationTexts } from "./notification-texts.ts";
import { Receivers } from "./receivers.tsx";

type Delivered = LabSchemas["ListedNotification"];

function useNotifications(values: Filters) {
  const { client } = useLab();
  const { status, topic, application } = values;
  const query = {
    ...pageOf(values),
    ...(status && { status }),
    ...(topic && { topic }),
    ...(/^\d+$/.test(application ?? "") && { application: Number(application) }),
  };
  return useQuery({
    queryKey: ["lab", "notifications", query],
    queryFn: () => dataOf(client.GET("/_sandbox/notifications", { params: { query } })),
    placeholderData: (previous) => previous,
    // The next attempt is set a moment after the last one has ended.
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === "failed") ? 3_000 : false,
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
    { title: said.topic, from: "sm", cell: ({ topic }) => topic },
    { title: said.resource, cell: ({ resource }) => <Code className="console-break">{resource}</Code> },
    { title: said.attempts, from: "sm", cell: ({ attempts }) => attempts },
    {
      title: said.last,
      from: "sm",
      cell: ({ last_attempt_at }) => <Time at={last_attempt_at} style="time" />,
    },
    {
      title: said.nextAttempt,
      from: "sm",
      cell: ({ next_attempt_at }) => next_attempt_at && <Time at={next_attempt_at} style="time" />,
    },
  ];
  return (
    <PageFrame title={said.title} about={said.about}>
      <Panel title={said.title}>
        <Stack gap="sm">
          <FilterBar
            filters={filters}
            fields={[
              {
                name: "status",
                label: said.status,
                choices: [
                  { value: "", label: said.any },
                  { value: "acknowledged", label: said.acknowledged },
                  { value: "failed", label: said.failed },
                ],
              },
              { name: "topic", label: said.topic, placeholder: "questions" },
              { name: "application", label: said.application, placeholder: "client_id", isNumber: true },
            ]}
          />
          <Listing
            label={said.title}
            query={query}
            filters={filters}
            narrowedBy={["status", "topic", "application"]}
            columns={columns}
            keyOf={({ id }) => id}
            open={({ id }) => filters.set({ id, page: filters.values.page })}
            empty={said.empty}
          />
        </Stack>
      </Panel>
      <Receivers />
      <MissedFeeds />
      <Details title={said.one} filters={filters}>
        {(id) => <NotificationDetails id={id} />}
      </Details>
    </PageFrame>
  );
}
