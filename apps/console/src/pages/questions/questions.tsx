import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useCallback, useRef } from "react";
import { useIsOperator } from "../../session/operator.ts";
import { type FilterAccess, useFilters } from "../../shared/filters.ts";
import { QueryView } from "../../shared/query-view.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { type Inbox, InboxList } from "./inbox-list.tsx";
import { BlockButton } from "./question-actions.tsx";
import { QuestionDetail } from "./question-detail.tsx";
import { filterOf, shownStatuses, useBlacklist } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";
import classes from "./questions.module.css";
import { ResponseTime } from "./response-time.tsx";

/** The inbox of a seller, and the moderation queue of operators. */
export function Page() {
  const said = useTexts(questionTexts);
  const filters = useFilters();
  const filter = filterOf(filters.values);
  const { question: open } = filters.values;
  const isQueue = filter.status === "queue";
  const inbox = useRef<Inbox>({ total: undefined, at: () => undefined });
  const box = useRef<HTMLTextAreaElement>(null);
  const place = useRef(0);
  const show = (id: number | undefined) => filters.set({ page: undefined, question: id?.toString() });
  const move = (by: number) => {
    const from = open === undefined ? -1 : place.current;
    const next = inbox.current.at(Math.max(0, from + by));
    if (!next) return;
    place.current = Math.max(0, from + by);
    show(next.id);
    document.querySelector<HTMLElement>(`[data-question="${next.id}"]`)?.focus();
  };
  /** The question that follows the one that was answered; it takes its place in the list. */
  const goOn = () => {
    const next = inbox.current.at(place.current + 1) ?? inbox.current.at(place.current - 1);
    show(next?.id === Number(open) ? undefined : next?.id);
  };
  useHotkeys([
    ["j", () => move(1)],
    ["ArrowDown", () => move(1)],
    ["k", () => move(-1)],
    ["ArrowUp", () => move(-1)],
    ["r", () => box.current?.focus()],
    ["Escape", () => show(undefined)],
  ]);
  const onRead = useCallback((read: Inbox) => {
    inbox.current = read;
  }, []);
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {said.title}
        </Title>
        <BlockedAskers />
      </Group>
      {/* On a phone an open question has the screen for itself. */}
      <Stack visibleFrom={open === undefined ? undefined : "md"}>
        {!isQueue && <ResponseTime />}
        <InboxFilters filters={filters} />
      </Stack>
      <div className={classes.columns} data-open={open !== undefined}>
        <div>
          <InboxList
            key={JSON.stringify(filter)}
            filter={filter}
            open={open === undefined ? undefined : Number(open)}
            onOpen={({ id }) => {
              place.current = placeOf(inbox.current, id) ?? 0;
              show(id);
            }}
            onRead={onRead}
            empty={
              <Text c="dimmed" p="xl" ta="center">
                {isQueue ? said.emptyQueue : said.empty}
              </Text>
            }
          />
        </div>
        <div>
          {open === undefined ? (
            <Text c="dimmed" p="xl" ta="center" visibleFrom="md">
              {said.choose}
            </Text>
          ) : (
            <QuestionDetail
              id={open}
              isQueue={isQueue}
              onClose={() => show(undefined)}
              onNext={goOn}
              onOpen={show}
              box={box}
            />
          )}
        </div>
      </div>
    </Stack>
  );
}

/** Where a question is in the part of the list that is read. */
function placeOf({ total = 0, at }: Inbox, id: number): number | undefined {
  for (let index = 0; index < total; index++) if (at(index)?.id === id) return index;
  return undefined;
}

function InboxFilters({ filters: { values, set, clear } }: { filters: FilterAccess }) {
  const said = useTexts(questionTexts);
  const texts = useTexts(common);
  const isOperator = useIsOperator();
  const statuses = [
    ...shownStatuses.map((status) => ({ value: status, label: said[status] })),
    { value: "all", label: said.all },
    ...(isOperator ? [{ value: "queue", label: said.queue }] : []),
  ];
  const change = (name: string) => (event: { currentTarget: { value: string } }) =>
    set({ question: undefined, [name]: event.currentTarget.value.trim() });
  return (
    <Group gap="sm" align="end" component="search">
      <NativeSelect
        label={said.show}
        value={values.status ?? "UNANSWERED"}
        data={statuses}
        onChange={change("status")}
      />
      <TextInput label={said.item} placeholder="MLA…" value={values.item ?? ""} onChange={change("item")} />
      <TextInput
        label={said.asker}
        inputMode="numeric"
        value={values.from ?? ""}
        onChange={({ currentTarget }) =>
          set({ question: undefined, from: currentTarget.value.replace(/\D/g, "") })
        }
      />
      {(values.item || values.from || values.status) && (
        <Button variant="subtle" onClick={clear}>
          {texts.clearFilters}
        </Button>
      )}
    </Group>
  );
}

function BlockedAskers() {
  const said = useTexts(questionTexts);
  const [isOpen, { open, close }] = useDisclosure();
  const query = useBlacklist();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {said.blockedList} ({query.data?.paging.total ?? "…"})
      </Button>
      <Modal opened={isOpen} onClose={close} title={said.blockedList}>
        <QueryView query={query}>
          {({ users }) =>
            users.length === 0 ? (
              <Text c="dimmed">{said.noneBlocked}</Text>
            ) : (
              <Stack>
                {users.map(({ id }) => (
                  <Group key={id} justify="space-between">
                    <Text>{id}</Text>
                    <BlockButton askerId={id} />
                  </Group>
                ))}
              </Stack>
            )
          }
        </QueryView>
      </Modal>
    </>
  );
}
