import { Code, Divider, Stack, Text } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { clientFor } from "../../session/acting.ts";
import { useSession } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { AskFirst } from "../../shared/ask-first.tsx";
import { type Column, DataTable } from "../../shared/data-table.tsx";
import { useFilters } from "../../shared/filters.ts";
import { Panel } from "../../shared/page.tsx";
import { PagedRows, usePagingAs } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";
import { MintToken } from "./mint-token.tsx";
import { SandboxToken, UserSelect } from "./sandbox-token.tsx";
import { type TokenFamily, useTokens } from "./tokens-query.ts";

/** What may act for the user, in a sandbox for any user, and how to end it. */
export function Tokens() {
  const said = useTexts(applicationTexts);
  const { session } = useSession();
  const { lab, clientId } = session;
  const { values, set } = useFilters();
  const user = (lab && Number(values.of)) || session.userId;
  const choose = (of: number) =>
    set({ of: of === session.userId ? undefined : String(of), tokens: undefined });
  const paged = usePagingAs("tokens");
  const query = useTokens(user, paged.paging);
  const revoke = useAction(async (family_id: string) => {
    const client = await clientFor(session, user);
    const path = { user_id: String(user), family_id };
    return dataOf(client.DELETE("/users/{user_id}/tokens/{family_id}", { params: { path } }));
  });
  const nameOf = ({ application }: TokenFamily) =>
    String(application.id) === clientId ? said.thisConsole : application.name;
  const columns: Column<TokenFamily>[] = [
    {
      title: said.name,
      cell: (family) => (
        <>
          {nameOf(family)}
          {/* On a phone nothing else tells two of one application apart. */}
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {said.issued}: <Time at={family.date_created} />
          </Text>
        </>
      ),
    },
    { title: said.scopes, from: "sm", cell: ({ scopes }) => <Code>{scopes.join(" ")}</Code> },
    { title: said.issued, from: "md", cell: ({ date_created }) => <Time at={date_created} /> },
    {
      title: said.used,
      from: "md",
      cell: ({ last_used }) => (last_used ? <Time at={last_used} /> : said.never),
    },
    { title: said.expires, from: "sm", cell: ({ expires }) => <Time at={expires} /> },
    {
      title: said.revoke,
      cell: (family) => (
        <AskFirst
          size="compact-xs"
          label={said.revoke}
          question={said.revokeQuestion(family.application.name)}
          onConfirm={() => revoke.mutateAsync(family.id)}
        />
      ),
    },
  ];
  return (
    <Panel title={said.tokens}>
      <Stack gap="sm">
        <Text size="sm">{said.tokensAbout}</Text>
        {lab && <UserSelect lab={lab} label={said.tokensOf} value={user} onChange={choose} />}
        <QueryView query={query}>
          {({ results, paging: { total } }, isReading) => (
            <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noTokens}>
              <DataTable
                label={said.tokens}
                rows={results}
                keyOf={({ id }) => id}
                columns={columns}
                isNamed
              />
            </PagedRows>
          )}
        </QueryView>
        <Divider />
        {lab && <SandboxToken lab={lab} user={user} choose={choose} />}
        <MintToken />
      </Stack>
    </Panel>
  );
}
