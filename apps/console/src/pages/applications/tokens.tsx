import { Code, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { useFilters } from "../../shared/filters.ts";
import { Panel } from "../../shared/page.tsx";
import { Paging } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";
import { MintToken } from "./mint-token.tsx";

const shown = 25;

/** What may act for the user, and how to end it. */
export function Tokens() {
  const said = useTexts(applicationTexts);
  const client = useClient();
  const { userId, clientId } = useSession().session;
  const filters = useFilters();
  const page = Math.max(1, Number(filters.values.tokens ?? 1) || 1);
  const paging = { limit: shown, offset: (page - 1) * shown };
  const query = useQuery({
    queryKey: ["tokens", paging],
    queryFn: () =>
      dataOf(
        client.GET("/users/{user_id}/tokens", {
          params: { path: { user_id: String(userId) }, query: paging },
        }),
      ),
  });
  const revoke = useAction((family_id: string) =>
    dataOf(
      client.DELETE("/users/{user_id}/tokens/{family_id}", {
        params: { path: { user_id: String(userId), family_id } },
      }),
    ),
  );
  return (
    <Panel title={said.tokens}>
      <Stack gap="sm">
        <Text size="sm">{said.tokensAbout}</Text>
        <QueryView query={query}>
          {({ results, paging: { total } }) =>
            results.length === 0 ? (
              <Text c="dimmed">{said.noTokens}</Text>
            ) : (
              <>
                <Table aria-label={said.tokens} verticalSpacing={4} striped>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{said.name}</Table.Th>
                      <Table.Th visibleFrom="sm">{said.scopes}</Table.Th>
                      <Table.Th visibleFrom="md">{said.issued}</Table.Th>
                      <Table.Th visibleFrom="md">{said.used}</Table.Th>
                      <Table.Th visibleFrom="sm">{said.expires}</Table.Th>
                      <Table.Th>{said.revoke}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {results.map(({ id, application, scopes, date_created, last_used, expires }) => (
                      <Table.Tr key={id}>
                        <Table.Th scope="row" fw={400}>
                          {String(application.id) === clientId ? said.thisConsole : application.name}
                        </Table.Th>
                        <Table.Td visibleFrom="sm">
                          <Code>{scopes.join(" ")}</Code>
                        </Table.Td>
                        <Table.Td visibleFrom="md">
                          <Time at={date_created} />
                        </Table.Td>
                        <Table.Td visibleFrom="md">
                          {last_used ? <Time at={last_used} /> : said.never}
                        </Table.Td>
                        <Table.Td visibleFrom="sm">
                          <Time at={expires} />
                        </Table.Td>
                        <Table.Td>
                          <AskFirst
                            size="compact-xs"
                            label={said.revoke}
                            question={said.revokeQuestion(application.name)}
                            onConfirm={() => revoke.mutateAsync(id).catch(() => {})}
                          />
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
                <Paging
                  filters={{
                    ...filters,
                    values: { page: String(page) },
                    set: ({ page: to }) => filters.set({ tokens: to, page: filters.values.page }),
                  }}
                  total={total}
                />
              </>
            )
          }
        </QueryView>
        <MintToken />
      </Stack>
    </Panel>
  );
}
