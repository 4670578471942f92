import { Code, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useLab } from "../../session/session.ts";
import { Panel } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { useTexts } from "../../texts/texts.ts";
import { startTexts } from "./start-texts.ts";

const shown = 20;

/** Paths that clients called and that there are not. */
export function Unserved() {
  const said = useTexts(startTexts);
  const { client } = useLab();
  const query = useQuery({
    queryKey: ["lab", "requests", "unserved"],
    queryFn: () => dataOf(client.GET("/_sandbox/unserved", { params: { query: { limit: shown } } })),
    refetchInterval: 5_000,
  });
  return (
    <Panel title={said.unserved}>
      <QueryView query={query}>
        {({ results }) =>
          results.length === 0 ? (
            <Text c="dimmed">{said.unservedNone}</Text>
          ) : (
            <Table aria-label={said.unserved} verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{said.times}</Table.Th>
                  <Table.Th>{said.path}</Table.Th>
                  <Table.Th visibleFrom="sm">{said.last}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {results.map(({ method, path, count, last_at }) => (
                  <Table.Tr key={`${method} ${path}`}>
                    <Table.Td>{count}</Table.Td>
                    <Table.Td className="console-break">
                      <Code>
                        {method} {path}
                      </Code>
                    </Table.Td>
                    <Table.Td visibleFrom="sm">
                      <Time at={last_at} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
    </Panel>
  );
}
