import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { type KeyboardEvent, type Ref, useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { useChange } from "../../shared/change.tsx";
import { draftKeys } from "../../shared/draft-keys.ts";
import { useTexts } from "../../texts/texts.ts";
import type { Drafts } from "./drafts.ts";
import { useSavedAnswers } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";
import { SavedAnswersMenu } from "./saved-answers.tsx";
import { savedPlaceOf } from "./saved-key.rules.ts";

const longest = 2_000;

interface Props {
  questionId: number;
  /** Opens the next question. */
  onAnswered(): void;
  box: Ref<HTMLTextAreaElement>;
  drafts: Drafts;
}

/** Writes and sends an answer, by keyboard alone if one likes. */
export function AnswerBox({ questionId, onAnswered, box, drafts }: Props) {
  const said = useTexts(questionTexts);
  const client = useClient();
  const text = drafts.of(questionId);
  const setText = (written: string) => drafts.write(questionId, written);
  const { data: saved } = useSavedAnswers();
  const [keys] = useState(draftKeys);
  const answer = useChange(
    () => {
      const body = { question_id: questionId, text };
      return dataOf(client.POST("/answers", { params: { header: keys.headerFor(body) }, body }));
    },
    {
      refresh: [["questions"]],
      done: () => said.answered,
      after() {
        setText("");
        onAnswered();
      },
    },
  );
  const length = [...text].length;
  const canSend = text.trim() !== "" && length <= longest;
  const insert = (words: string) => setText(text ? `${text.trimEnd()} ${words}` : words);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canSend && !answer.isPending)
      answer.mutate(undefined);
    const place = savedPlaceOf(event);
    const chosen = place === undefined ? undefined : saved?.results[place];
    if (!chosen) return;
    event.preventDefault();
    insert(chosen.text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        answer.mutate(undefined);
      }}
    >
      <Stack gap="xs">
        <Textarea
          ref={box}
          label={said.answer}
          description={said.sendHint}
          value={text}
          autosize
          minRows={3}
          maxRows={12}
          error={length > longest ? `${length} / ${longest}` : undefined}
          onKeyDown={onKey}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group justify="space-between">
          <SavedAnswersMenu text={text} onInsert={insert} />
          <Group gap="sm">
            <Text size="xs" c="dimmed">
              {length} / {longest}
            </Text>
            <Button type="submit" loading={answer.isPending} disabled={!canSend}>
              {said.send}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
