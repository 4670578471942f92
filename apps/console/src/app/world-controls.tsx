import { Button, Group, Menu, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { dataOf } from "../api/problem.ts";
import { defaultWorld } from "../session/begin.ts";
import { useLab, useSession } from "../session/session.ts";
import { useAction } from "../shared/action.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { useMenuButton } from "../shared/menu-button.ts";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { worldTexts } from "./world-texts.ts";
import { useOtherWorld, useSnapshots, useWorlds } from "./worlds.ts";

/** As many of each as the menu has room for; the page of the sandbox lists all. */
const some = { limit: 8, offset: 0 };

type Ask = "snapshot" | "reset" | "end";

/** The world of this tab: others to go to, new ones, snapshots, and the way back. */
export function WorldControls() {
  const said = useTexts(worldTexts);
  const { world } = useLab();
  const { data: worlds } = useWorlds(some);
  const { data: snapshots } = useSnapshots(some);
  const [asked, setAsked] = useState<Ask>();
  const { button, back } = useMenuButton();
  const close = () => {
    setAsked(undefined);
    back();
  };
  const { go, make, fork, isUnderWay } = useOtherWorld();
  return (
    <>
      <Menu shadow="md" width={260}>
        <Menu.Target>
          <Button
            ref={button}
            size="compact-sm"
            variant="default"
            loading={isUnderWay}
            rightSection={<span aria-hidden>▾</span>}
          >
            {said.world} {world}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {worlds?.results.map(({ id, from }) => (
            <Menu.Item key={id} onClick={() => go(id)} disabled={id === world}>
              {id}{" "}
              <Text span size="xs" c="dimmed">
                {from}
              </Text>
            </Menu.Item>
          ))}
          <Menu.Item component={Link} to="/sandbox">
            {said.all}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => make("demo")}>{said.newDemo}</Menu.Item>
          <Menu.Item onClick={() => make("empty")}>{said.newEmpty}</Menu.Item>
          {snapshots?.results.map(({ name }) => (
            <Menu.Item key={name} onClick={() => make(`snapshot:${name}`)}>
              {said.fromSnapshot(name)}
            </Menu.Item>
          ))}
          <Menu.Item onClick={fork}>{said.fork}</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => setAsked("snapshot")}>{said.snapshot}</Menu.Item>
          <Menu.Item onClick={() => setAsked("reset")}>{said.reset}</Menu.Item>
          {world !== defaultWorld && <Menu.Item onClick={() => setAsked("end")}>{said.end}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <Snapshot isOpen={asked === "snapshot"} close={close} />
      <Ending ask={asked === "reset" || asked === "end" ? asked : undefined} close={close} />
    </>
  );
}

function Snapshot({ isOpen, close }: { isOpen: boolean; close(): void }) {
  const said = useTexts(worldTexts);
  const texts = useTexts(common);
  const { client, world } = useLab();
  const [name, setName] = useState("");
  const store = useAction(
    () =>
      dataOf(
        client.POST("/_sandbox/worlds/{id}/snapshots", { params: { path: { id: world } }, body: { name } }),
      ),
    { done: said.stored(name), onDone: close },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    store.mutate();
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={said.snapshot}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={said.snapshotName}
            pattern="[a-z0-9\-]{1,64}"
            description="a-z, 0-9, -"
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            required
            data-autofocus
          />
          <Button type="submit" loading={store.isPending}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Asks before a world is put back or ended. */
function Ending({ ask, close }: { ask: "reset" | "end" | undefined; close(): void }) {
  const said = useTexts(worldTexts);
  const texts = useTexts(common);
  const { client, world } = useLab();
  const { goTo } = useSession();
  const [isBusy, { open: begin, close: end }] = useDisclosure();
  const path = { params: { path: { id: world } } };
  const act = useAction(
    async () => {
      if (ask === "end") {
        await dataOf(client.DELETE("/_sandbox/worlds/{id}", path));
        await goTo(defaultWorld);
      } else {
        await dataOf(client.POST("/_sandbox/worlds/{id}/reset", path));
        // Its own tokens have ended with the rest.
        await goTo(world);
      }
    },
    { done: ask === "reset" ? said.wasReset : undefined },
  );
  const label = ask === "end" ? said.end : said.reset;
  const confirm = () => {
    begin();
    void act
      .mutateAsync()
      .catch(() => {})
      .finally(() => {
        end();
        close();
      });
  };
  return (
    <Dialog opened={ask !== undefined} onClose={close} title={label}>
      <Stack>
        <Text>{ask === "end" ? said.endQuestion(world) : said.resetQuestion(world)}</Text>
        <Group justify="end">
          <Button variant="default" onClick={close} data-autofocus>
            {texts.cancel}
          </Button>
          <Button color="red" loading={isBusy} onClick={confirm}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
