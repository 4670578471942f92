import { Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import type { LabSchemas } from "../../session/lab.ts";
import { useLive } from "../../session/live.ts";
import { useLab, useSession } from "../../session/session.ts";
import type { Column } from "../../shared/data-table.tsx";
import { Details } from "../../shared/details.tsx";
import { FilterBar } from "../../shared/filter-bar.tsx";
import { type Filters, pageOf, useFilters } from "../../shared/filters.ts";
import { Listing } from "../../shared/listing.tsx";
import { useNumbers } from "../../shared/numbers.ts";
import { PageFrame } from "../../shared/page.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone, toneOf } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { RequestDetails } from "./request-details.tsx";
import { requestTexts } from "./request-texts.ts";

type Recorded = LabSchemas["RecordedRequest"];

/** The latest requests of the world. Those of consoles are left out unless they are asked for. */
function useRequests(values: Filters) {
  const { client } = useLab();
  const { clientId } = useSession().session;
  const { status, path, method, application, from } = values;
  const query = {
    ...pageOf(values),
    ...(status && { status }),
    ...(path && { path }),
    ...(method && { method }),
    ...(/^\d+$/.test(application ?? "") && { application: Number(application) }),
    ...(from !== "all" && { except_application: Number(clientId), except_page: "/console" }),
  };
  return useQuery({
    queryKey: ["lab", "requests", query],
    queryFn: () => dataOf(client.GET("/_sandbox/requests", { params: { query } })),
    placeholderData: (previous) => previous,
  });
}

export function Page() {
  const said = useTexts(requestTexts);
  const filters = useFilters();
  const query = useRequests(filters.values);
  useLive("requests");
  const number = useNumbers();
  const show = (id: string) => filters.set({ id, page: filters.values.page });
  const columns: Column<Recorded>[] = [
    {
      title: said.status,
      cell: ({ status }) => <Tone tone={toneOf(status)}>{status ?? said.noAnswer}</Tone>,
    },
    { title: said.method, cell: ({ method }) => <Code>{method}</Code> },
    { title: said.target, cell: ({ target }) => <Code className="console-break">{target}</Code> },
    { title: said.at, from: "sm", cell: ({ started_at }) => <Time at={started_at} style="time" /> },
    { title: said.took, from: "sm", cell: ({ duration_ms }) => `${number(Math.round(duration_ms))} ms` },
  ];
  return (
    <PageFrame title={said.title} about={said.about}>
      <RequestFilters />
      <Listing
        label={said.title}
        query={query}
        filters={filters}
        narrowedBy={["status", "method", "path", "application", "from"]}
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => show(id)}
        empty={said.empty}
      />
      <Details title={said.one} filters={filters}>
        {(id) => <RequestDetails id={id} show={show} />}
      </Details>
    </PageFrame>
  );
}

const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"];

function RequestFilters() {
  const said = useTexts(requestTexts);
  const filters = useFilters();
  const any = { value: "", label: said.any };
  return (
    <FilterBar
      filters={filters}
      fields={[
        { name: "status", label: said.status, choices: [any, "2xx", "3xx", "4xx", "5xx"] },
        { name: "method", label: said.method, choices: [any, ...methods] },
        { name: "path", label: said.path, placeholder: "/questions" },
        { name: "application", label: said.application, placeholder: "client_id", isNumber: true },
        {
          name: "from",
          label: said.from,
          choices: [
            { value: "", label: said.clients },
            { value: "all", label: said.consoles },
          ],
        },
      ]}
    />
  );
}
