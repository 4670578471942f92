import { Anchor, Code, Table, Text } from "@mantine/core";
import { useWorldDocument } from "../../app/user-menu.tsx";
import type { LabSchemas } from "../../session/lab.ts";
import { type Lab, useSession } from "../../session/session.ts";
import { CodeBox, Copy } from "../../shared/copy.tsx";
import { PageFrame, Panel } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { useTexts } from "../../texts/texts.ts";
import { Services } from "./services.tsx";
import { Snippets } from "./snippets.tsx";
import { startTexts } from "./start-texts.ts";
import { Unserved } from "./unserved.tsx";

type Document = LabSchemas["WorldDocument"];

/** What an integrator needs first. */
export function Page() {
  const said = useTexts(startTexts);
  const { settings, session } = useSession();
  return (
    <PageFrame title={said.title} about={session.lab && said.about}>
      {!session.lab && (
        <Text>
          {said.open} <Anchor href="/docs">/docs</Anchor>.
        </Text>
      )}
      <Panel title={said.base}>
        <CodeBox of={said.base} text={settings.base_url} />
      </Panel>
      {session.lab && <Sandbox lab={session.lab} />}
    </PageFrame>
  );
}

function Sandbox({ lab }: { lab: Lab }) {
  const said = useTexts(startTexts);
  const { settings, session } = useSession();
  const query = useWorldDocument(lab);
  const tokenOf = ({ users }: Document): string =>
    String(
      (Object.values(users).find(({ id }) => id === session.userId) ?? Object.values(users)[0])?.access_token,
    );
  return (
    <QueryView query={query}>
      {(document) => (
        <>
          <Panel title={said.snippets}>
            <Snippets baseUrl={settings.base_url} token={tokenOf(document)} />
          </Panel>
          <Users users={document.users} />
          {Object.entries(document.applications).map(([name, fields]) => (
            <Application key={name} name={name} fields={fields} />
          ))}
          <Unserved />
          {document.users.operator && <Services operator={Number(document.users.operator.id)} />}
        </>
      )}
    </QueryView>
  );
}

function Users({ users }: Pick<Document, "users">) {
  const said = useTexts(startTexts);
  return (
    <Panel title={said.users}>
      <Text size="sm" mb="xs">
        {said.usersAbout}
      </Text>
      <Table aria-label={said.users} verticalSpacing={4} striped>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{said.name}</Table.Th>
            <Table.Th visibleFrom="sm">{said.nickname}</Table.Th>
            <Table.Th visibleFrom="sm">{said.site}</Table.Th>
            <Table.Th visibleFrom="xs">{said.id}</Table.Th>
            <Table.Th>{said.token}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {Object.entries(users).map(([name, user]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} className="console-break">
                {name}
              </Table.Th>
              <Table.Td visibleFrom="sm">{String(user.nickname)}</Table.Td>
              <Table.Td visibleFrom="sm">{String(user.site_id)}</Table.Td>
              <Table.Td visibleFrom="xs">{String(user.id)}</Table.Td>
              <Table.Td>
                <Copy text={String(user.access_token)} of={`${said.token} ${name}`} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Application({ name, fields }: { name: string; fields: Document["applications"][string] }) {
  const said = useTexts(startTexts);
  return (
    <Panel title={said.application(name)}>
      <Table aria-label={said.application(name)} verticalSpacing={4}>
        <Table.Tbody>
          {Object.entries(fields).map(([field, value]) => (
            <Table.Tr key={field}>
              <Table.Th scope="row" fw={400}>
                {field}
              </Table.Th>
              <Table.Td className="console-break">
                <Code>{String(value)}</Code>
              </Table.Td>
              <Table.Td>
                <Copy text={String(value)} of={field} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
