import { Button, Menu, ScrollArea, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../api/problem.ts";
import { useMe } from "../session/me.ts";
import { type Lab, useSession } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import { mayLeave } from "../shared/unsaved.ts";
import { dictionary, useTexts } from "../texts/texts.ts";

const texts = dictionary(
  {
    actAs: "Act as",
    signedIn: (name: string) => `Signed in as ${name}`,
    acting: (name: string) => `Acting as ${name}`,
    signOut: "Account and sign out",
    another: "Another tab can act as another user",
  },
  {
    es: {
      actAs: "Actuar como",
      signedIn: (name) => `Sesión de ${name}`,
      acting: (name) => `Actuando como ${name}`,
      signOut: "Cuenta y cerrar sesión",
      another: "Otra pestaña puede actuar como otro usuario",
    },
    pt: {
      actAs: "Agir como",
      signedIn: (name) => `Sessão de ${name}`,
      acting: (name) => `Agindo como ${name}`,
      signOut: "Conta e sair",
      another: "Outra aba pode agir como outro usuário",
    },
  },
);

/** Who this tab acts as. In a sandbox one click makes it another user. */
export function UserMenu() {
  const said = useTexts(texts);
  const { session, signOut } = useSession();
  const me = useMe();
  const name = me.data?.nickname ?? String(session.userId);
  const { lab } = session;
  return (
    <Menu position="bottom-end" width={280} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          maw={240}
          aria-label={lab ? said.acting(name) : said.signedIn(name)}
          rightSection={<span aria-hidden>▾</span>}
        >
          <Text span truncate size="sm">
            {name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {lab ? <Users lab={lab} /> : <Menu.Item onClick={signOut}>{said.signOut}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Everybody whom the world's document names. */
export function useWorldDocument(lab: Lab) {
  const { client, world } = lab;
  return useQuery({
    queryKey: ["lab", "document"],
    queryFn: () => dataOf(client.GET("/_sandbox/worlds/{id}/document", { params: { path: { id: world } } })),
    staleTime: 60_000,
  });
}

function Users({ lab }: { lab: Lab }) {
  const said = useTexts(texts);
  const { session, actAs } = useSession();
  const { data } = useWorldDocument(lab);
  const choosing = useAction(actAs);
  const choose = (id: number) => id !== session.userId && mayLeave() && choosing.mutate(id);
  return (
    <>
      <Menu.Label>{said.actAs}</Menu.Label>
      <ScrollArea.Autosize mah={360}>
        {Object.entries(data?.users ?? {}).map(([name, user]) => (
          <Menu.Item
            key={name}
            onClick={() => choose(Number(user.id))}
            aria-current={user.id === session.userId}
            fw={user.id === session.userId ? 600 : undefined}
          >
            {String(user.nickname)}{" "}
            <Text span size="xs" c="dimmed">
              {name}
            </Text>
          </Menu.Item>
        ))}
      </ScrollArea.Autosize>
      <Menu.Divider />
      <Menu.Label>{said.another}</Menu.Label>
    </>
  );
}
