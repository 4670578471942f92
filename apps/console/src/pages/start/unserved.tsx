import { Code } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useLab } from "../../session/session.ts";
import { DataTable } from "../../shared/data-table.tsx";
import { useNumbers } from "../../shared/numbers.ts";
import { Panel } from "../../shared/page.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { useTexts } from "../../texts/texts.ts";
import { startTexts } from "./start-texts.ts";

/** Paths that clients called and that do not exist. */
export function Unserved() {
  const said = useTexts(startTexts);
  const { client } = useLab();
  const number = useNumbers();
  const paged = usePagingAs("unserved");
  const query = useQuery({
    queryKey: ["lab", "requests", "unserved", paged.paging],
    queryFn: () => dataOf(client.GET("/_sandbox/unserved", { params: { query: paged.paging } })),
    refetchInterval: 5_000,
  });
  return (
    <Panel title={said.unserved}>
      <QueryView query={query}>
        {({ results, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.unservedNone}>
            <DataTable
              label={said.unserved}
              rows={results}
              keyOf={({ method, path }) => `${method} ${path}`}
              columns={[
                { title: said.times, cell: ({ count }) => number(count) },
                {
                  title: said.path,
                  cell: ({ method, path }) => (
                    <Code className="console-break">
                      {method} {path}
                    </Code>
                  ),
                },
                { title: said.last, from: "sm", cell: ({ last_at }) => <Time at={last_at} /> },
              ]}
            />
          </PagedRows>
        )}
      </QueryView>
    </Panel>
  );
}
