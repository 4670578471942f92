import { Anchor, Code, Text } from "@mantine/core";
import { useWorldDocument } from "../../app/user-menu.tsx";
import type { LabSchemas } from "../../session/lab.ts";
import { type Lab, useSession } from "../../session/session.ts";
import { CodeBox, Copy } from "../../shared/copy.tsx";
import { DataTable } from "../../shared/data-table.tsx";
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
      <DataTable
        label={said.users}
        rows={Object.entries(users)}
        keyOf={([name]) => name}
        isNamed
        columns={[
          { title: said.name, cell: ([name]) => name },
          { title: said.nickname, from: "sm", cell: ([, { nickname }]) => String(nickname) },
          { title: said.site, from: "sm", cell: ([, { site_id }]) => String(site_id) },
          { title: said.id, from: "xs", cell: ([, { id }]) => String(id) },
          {
            title: said.token,
            cell: ([name, user]) => <Copy text={String(user.access_token)} of={`${said.token} ${name}`} />,
          },
        ]}
      />
    </Panel>
  );
}

function Application({ name, fields }: { name: string; fields: Document["applications"][string] }) {
  const said = useTexts(startTexts);
  return (
    <Panel title={said.application(name)}>
      <DataTable
        label={said.application(name)}
        rows={Object.entries(fields)}
        keyOf={([field]) => field}
        isNamed
        isUntitled
        columns={[
          {
            title: "field",
            cell: ([field, value]) => (
              <>
                {field}
                <br />
                <Code className="console-break">{String(value)}</Code>
              </>
            ),
          },
          { title: "copy", cell: ([field, value]) => <Copy text={String(value)} of={field} /> },
        ]}
      />
    </Panel>
  );
}
