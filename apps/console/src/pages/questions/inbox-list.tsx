import { Text } from "@mantine/core";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { deepest } from "../../shared/filters.ts";
import { ProblemView } from "../../shared/problem-view.tsx";
import { useTimeFormat } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import type { Places } from "./place.rules.ts";
import { blockSize, type InboxFilter, type Question, useBlocks } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";
import classes from "./questions.module.css";

const rowHeight = 60;

export interface Inbox extends Places {
  at(index: number): Question | undefined;
}

interface Block {
  total: number;
  questions: Question[];
}

interface Props {
  filter: InboxFilter;
  /** Id of the question that is open. */
  open: number | undefined;
  onOpen(question: Question): void;
  /** Is told what the list holds, for moving through it by keyboard. */
  onRead(inbox: Inbox): void;
  empty: ReactNode;
}

/** All questions as one list: only rows in view exist, and only their blocks and the first are asked for. */
export function InboxList({ filter, open, onOpen, onRead, empty }: Props) {
  const said = useTexts(questionTexts);
  const box = useRef<HTMLDivElement>(null);
  const block = useBlocks(filter);
  const [total, setTotal] = useState<number>();
  const rows = useVirtualizer({
    count: Math.min(total ?? blockSize, deepest),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 3,
  });
  const format = useTimeFormat();
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const opening = useCallback((question: Question) => latest.current(question), []);
  const inView = rows.getVirtualItems();
  const blocks = blocksOf(inView.map(({ index }) => index));
  const read = useQueries({ queries: blocks.map(block) });
  const known = new Map(blocks.map((number, index) => [number, read[index]?.data]));
  const first = read.find(({ data }) => data)?.data;
  // Set while rendering, so that no frame has more rows than there are questions.
  if (first && first.total !== total) setTotal(first.total);
  const at = (index: number) => known.get(Math.floor(index / blockSize))?.questions[index % blockSize];
  useEffect(() => onRead({ total, at }));
  useRenewal(filter, known.get(0));
  const failed = read.find(({ error }) => error);
  if (failed && !first) return <ProblemView error={failed.error} retry={failed.refetch} />;
  if (first?.total === 0) return <>{empty}</>;
  return (
    <>
      {failed && <ProblemView error={failed.error} retry={failed.refetch} />}
      <Text size="sm" c="dimmed" role="status">
        {first ? said.total(first.total) : "…"}
      </Text>
      <div ref={box} className={classes.list}>
        <ul style={{ height: rows.getTotalSize() }} aria-label={said.list}>
          {inView.map(({ index, start, key }) => {
            const question = at(index);
            return (
              <li
                key={key}
                style={{ transform: `translateY(${start}px)`, height: rowHeight }}
                aria-setsize={total}
                aria-posinset={index + 1}
              >
                {question ? (
                  <Row question={question} isOpen={question.id === open} format={format} onOpen={opening} />
                ) : (
                  <span className={classes.waiting} />
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {first && first.total > deepest && (
        <Text size="xs" c="dimmed">
          {said.window}
        </Text>
      )}
    </>
  );
}

/** With the first, which tells of what is new wherever one has scrolled to. */
const blocksOf = (indexes: readonly number[]): number[] => {
  const found = new Set([0, ...indexes.map((index) => Math.floor(index / blockSize))]);
  return [...found].toSorted((one, other) => one - other);
};

/** Reads the other blocks again once questions have moved from or to the first, which alone is polled. */
function useRenewal(filter: InboxFilter, first: Block | undefined): void {
  const queries = useQueryClient();
  const mark = first && `${first.total} ${first.questions.at(-1)?.id}`;
  const seen = useRef(mark);
  useEffect(() => {
    if (mark === undefined) return;
    const isMoved = seen.current !== undefined && seen.current !== mark;
    seen.current = mark;
    if (!isMoved) return;
    void queries.invalidateQueries({
      queryKey: ["questions", "inbox", filter],
      predicate: ({ queryKey }) => queryKey[3] !== 0,
    });
  }, [queries, filter, mark]);
}

interface RowProps {
  question: Question;
  isOpen: boolean;
  format: ReturnType<typeof useTimeFormat>;
  onOpen(question: Question): void;
}

/** Plain elements: scrolling makes and drops many a frame. */
const Row = memo(function Row({ question, isOpen, format, onOpen }: RowProps) {
  const said = useTexts(questionTexts);
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={isOpen}
      data-question={question.id}
      data-waits={question.status === "UNANSWERED"}
      onClick={() => onOpen(question)}
    >
      <span className={classes.line}>{question.text || said.textBanned}</span>
      <span className={classes.about}>
        {question.item_id} · {format(question.date_created)}
        {question.deleted_from_listing && <Tone tone="neutral">{said.isHidden}</Tone>}
        {question.suspected_spam && <Tone tone="warn">{said.spam}</Tone>}
      </span>
    </button>
  );
});
