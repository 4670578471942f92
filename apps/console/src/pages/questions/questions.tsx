import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useCallback, useEffect, useRef } from "react";
import { useIsOperator } from "../../session/operator.ts";
import { type FilterAccess, typed, useFilters } from "../../shared/filters.ts";
import { PageFrame } from "../../shared/page.tsx";
import { TextFilter } from "../../shared/text-filter.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { BlockedAskers } from "./blocked-askers.tsx";
import { useDrafts } from "./drafts.ts";
import { type Inbox, InboxList } from "./inbox-list.tsx";
import { nextPlace, placeOf } from "./place.rules.ts";
import { QuestionDetail } from "./question-detail.tsx";
import { filterOf, shownStatuses, useQueueLength } from "./question-queries.ts";
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
  // The way back leads from a question to the list, not through all that were looked at.
  const show = (id: number | undefined) =>
    filters.set({ question: id?.toString() }, { isStep: open === undefined });
  const placeOfOpen = () => placeOf(inbox.current, Number(open)) ?? place.current;
  const move = (by: number) => {
    const to = open === undefined ? 0 : nextPlace(inbox.current, placeOfOpen(), by);
    const next = inbox.current.at(to);
    if (!next) return;
    place.current = to;
    show(next.id);
    document.querySelector<HTMLElement>(`[data-question="${next.id}"]`)?.focus();
  };
  const openNow = useRef(open);
  useEffect(() => {
    openNow.current = open;
    return () => {
      openNow.current = undefined;
    };
  }, [open]);
  /**
   * The question that follows the answered one; it takes its place in the list. A user who has opened
   * another question or page before the answer was sent stays there.
   */
  const goOn = (answered: number) => {
    if (openNow.current !== String(answered)) return;
    const from = placeOfOpen();
    const next = inbox.current.at(from + 1) ?? inbox.current.at(from - 1);
    place.current = from;
    show(next?.id === Number(open) ? undefined : next?.id);
  };
  const drafts = useDrafts();
  const keys: [string, () => unknown, typeof isOfThePage][] = [
    ["j", () => move(1), isOfThePage],
    ["k", () => move(-1), isOfThePage],
    ["ArrowDown", () => move(1), isOfTheList],
    ["ArrowUp", () => move(-1), isOfTheList],
    ["r", () => box.current?.focus(), isOfThePage],
    ["Escape", () => show(undefined), isOfThePage],
  ];
  useHotkeys(
    keys.map(([key, act, isMeant]) => [
      key,
      (event) => {
        if (!isMeant(event)) return;
        event.preventDefault();
        act();
      },
      { preventDefault: false },
    ]),
  );
  const onRead = useCallback((read: Inbox) => {
    inbox.current = read;
  }, []);
  return (
    <PageFrame
      title={said.title}
      actions={
        <>
          <ToQueue isThere={isQueue} />
          {!isQueue && <BlockedAskers />}
        </>
      }
    >
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
              drafts={drafts}
            />
          )}
        </div>
      </div>
    </PageFrame>
  );
}

const isWithin = ({ target }: KeyboardEvent, what: string): boolean =>
  target instanceof Element && target.closest(what) !== null;
/** Keys belong to an open menu or dialog, wherever the focus is: its button may be disabled. */
const isOfThePage = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && document.querySelector("[role=menu], [role=dialog]") === null;
/** Arrows scroll the page unless a question of the list has the focus. */
const isOfTheList = (event: KeyboardEvent): boolean => isWithin(event, "[data-question]");

function InboxFilters({ filters: { values, set } }: { filters: FilterAccess }) {
  const said = useTexts(questionTexts);
  const texts = useTexts(common);
  const isOperator = useIsOperator();
  const statuses = [
    ...shownStatuses.map((status) => ({ value: status, label: said[status] })),
    { value: "all", label: said.all },
    ...(isOperator ? [{ value: "queue", label: said.queue }] : []),
  ];
  const change = (name: string) => (text: string) => set({ question: undefined, [name]: text }, typed);
  return (
    <Group gap="sm" align="end" component="search">
      <NativeSelect
        label={said.show}
        value={values.status ?? "UNANSWERED"}
        data={statuses}
        onChange={({ currentTarget }) => set({ question: undefined, status: currentTarget.value })}
      />
      <TextFilter
        label={said.item}
        placeholder="MLA…"
        value={values.item}
        without={/\s/g}
        onChange={change("item")}
      />
      <TextFilter
        label={said.asker}
        inputMode="numeric"
        value={values.from}
        without={/\D/g}
        onChange={change("from")}
      />
      {(values.item || values.from || values.status) && (
        <Button
          variant="subtle"
          onClick={() => set({ question: undefined, status: undefined, item: undefined, from: undefined })}
        >
          {texts.clearFilters}
        </Button>
      )}
    </Group>
  );
}

/** Shows operators the way to what waits for their decision, whichever list is open. */
function ToQueue({ isThere }: { isThere: boolean }) {
  const said = useTexts(questionTexts);
  const isOperator = useIsOperator();
  const total = useQueueLength(isOperator);
  if (!isOperator || isThere) return null;
  return (
    <Button component={Link} to="/questions" search={{ status: "queue" } as never} size="xs">
      {said.queue} ({total ?? "…"})
    </Button>
  );
}
