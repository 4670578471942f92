import { Button, Group, Menu, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { Dialog } from "../../shared/dialog.tsx";
import { draftKeys } from "../../shared/draft-keys.ts";
import { useMenuButton } from "../../shared/menu-button.ts";
import { PagedRows, useOwnPaging } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { useSavedAnswers } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";

const refresh = [["questions", "saved"]];

function useSave(after: () => void) {
  const said = useTexts(questionTexts);
  const client = useClient();
  const path = { seller_id: String(useSession().session.userId) };
  const [keys] = useState(draftKeys);
  return useChange(
    (body: { title: string; text: string }) => {
      const params = { path, header: keys.headerFor(body) };
      return dataOf(client.POST("/users/{seller_id}/saved_answers", { params, body }));
    },
    {
      refresh,
      done: () => said.savedDone,
      after() {
        keys.done();
        after();
      },
    },
  );
}

interface Props {
  /** What is in the answer's box. */
  text: string;
  onInsert(text: string): void;
}

/** Saved answers beside the box of an answer: inserts one, saves what is written, manages them. */
export function SavedAnswersMenu({ text, onInsert }: Props) {
  const said = useTexts(questionTexts);
  const { data } = useSavedAnswers();
  const { button, back } = useMenuButton();
  const [isOpen, { open, close }] = useDisclosure(false, { onClose: back });
  const saved = data?.results ?? [];
  const total = data?.paging.total ?? 0;
  const insert = (words: string) => {
    onInsert(words);
    close();
  };
  return (
    <>
      <Menu position="top-start" width={300} shadow="md">
        <Menu.Target>
          <Button ref={button} variant="default" size="sm">
            {said.saved} ({total})
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
          {total === 0 && <Menu.Label>{said.noneSaved}</Menu.Label>}
          {saved.map((answer, index) => (
            <Menu.Item
              key={answer.id}
              onClick={() => onInsert(answer.text)}
              rightSection={index < 9 ? <Text size="xs" c="dimmed">{`Alt+${index + 1}`}</Text> : undefined}
            >
              {answer.title}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {total > saved.length && <Menu.Item onClick={open}>{said.allSaved(total)}…</Menu.Item>}
          <Menu.Item onClick={open}>{said.saveAs}…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isOpen} onClose={close} title={said.saved} size="lg">
        <Manage text={text} onInsert={insert} />
      </Dialog>
    </>
  );
}

function Manage({ text, onInsert }: Props) {
  const said = useTexts(questionTexts);
  const paged = useOwnPaging();
  const query = useSavedAnswers(paged.paging);
  return (
    <Stack>
      <NewAnswer text={text} />
      <QueryView query={query}>
        {({ results, paging: { total } }, isReading) => (
          <PagedRows paged={paged} total={total} isReading={isReading} empty={said.noneSaved}>
            <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: "none" }}>
              {results.map((answer) => (
                <Saved key={answer.id} answer={answer} onInsert={onInsert} />
              ))}
            </Stack>
          </PagedRows>
        )}
      </QueryView>
    </Stack>
  );
}

function NewAnswer({ text: written }: { text: string }) {
  const said = useTexts(questionTexts);
  const texts = useTexts(common);
  const [title, setTitle] = useState("");
  const [first] = useState(written);
  const [text, setText] = useState(first);
  // What is in the box of the answer stays there.
  useUnsaved(title.trim() !== "" || (text.trim() !== "" && text !== first));
  const save = useSave(() => {
    setTitle("");
    setText("");
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ title, text });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          label={said.savedTitle}
          value={title}
          maxLength={80}
          required
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Textarea
          label={said.savedText}
          value={text}
          autosize
          minRows={2}
          required
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SavedAnswer {
  id: number;
  title: string;
  text: string;
}

function Saved({ answer, onInsert }: { answer: SavedAnswer; onInsert: Props["onInsert"] }) {
  const said = useTexts(questionTexts);
  const client = useClient();
  const seller_id = String(useSession().session.userId);
  const remove = useChange(
    ({ id }: SavedAnswer) =>
      dataOf(
        client.DELETE("/users/{seller_id}/saved_answers/{id}", {
          params: { path: { seller_id, id: String(id) } },
        }),
      ),
    {
      refresh,
      done: () => said.savedRemoved,
      undo({ title, text }) {
        const body = { title, text };
        const params = { path: { seller_id }, header: draftKeys().headerFor(body) };
        return dataOf(client.POST("/users/{seller_id}/saved_answers", { params, body }));
      },
    },
  );
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="start">
      <Stack gap={0} miw={0}>
        <Text size="sm" fw={600}>
          {answer.title}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {answer.text}
        </Text>
      </Stack>
      <Group gap="xs" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={said.insert(answer.title)}
          onClick={() => onInsert(answer.text)}
        >
          {said.insertShort}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${said.remove}: ${answer.title}`}
          onClick={() => remove.mutate(answer)}
        >
          {said.remove}
        </Button>
      </Group>
    </Group>
  );
}
