import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import type { Column } from "../../shared/data-table.tsx";
import { Details } from "../../shared/details.tsx";
import { pageOf, useFilters } from "../../shared/filters.ts";
import { Listing } from "../../shared/listing.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { ApplicationDetails } from "./application-details.tsx";
import type { Application } from "./application-form.tsx";
import { applicationTexts } from "./application-texts.ts";
import { NewApplication } from "./new-application.tsx";
import { Tokens } from "./tokens.tsx";

export function Page() {
  const said = useTexts(applicationTexts);
  const client = useClient();
  const filters = useFilters();
  const [isNew, { open, close }] = useDisclosure();
  const paging = pageOf(filters.values);
  const query = useQuery({
    queryKey: ["applications", paging],
    queryFn: () => dataOf(client.GET("/applications", { params: { query: paging } })),
  });
  const columns: Column<Application>[] = [
    { title: said.name, cell: ({ name }) => name },
    { title: "client_id", cell: ({ id }) => String(id) },
    {
      title: said.state,
      cell: ({ status }) =>
        status && <Tone tone={status === "active" ? "good" : "neutral"}>{said[status]}</Tone>,
    },
    {
      title: said.callback,
      from: "sm",
      cell: ({ callback_url }) =>
        callback_url ?? (
          <Text inherit c="dimmed">
            {said.nowhere}
          </Text>
        ),
    },
  ];
  return (
    <PageFrame title={said.title} about={said.about}>
      <Panel
        title={said.applications}
        actions={
          <Button size="xs" onClick={open}>
            {said.create}
          </Button>
        }
      >
        <Listing
          label={said.applications}
          query={query}
          filters={filters}
          narrowedBy={[]}
          columns={columns}
          keyOf={({ id }) => String(id)}
          open={({ id }) => filters.set({ id: String(id), page: filters.values.page })}
          empty={said.empty}
        />
      </Panel>
      <Tokens />
      <NewApplication isOpen={isNew} close={close} />
      <Details title={said.edit} filters={filters}>
        {(id) => <ApplicationDetails id={id} />}
      </Details>
    </PageFrame>
  );
}
