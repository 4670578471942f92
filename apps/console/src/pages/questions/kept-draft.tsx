import { Alert, Button, Group } from "@mantine/core";
import { useEffect } from "react";
import { CodeBox } from "../../shared/copy.tsx";
import { useTexts } from "../../texts/texts.ts";
import type { Drafts } from "./drafts.ts";
import { questionTexts } from "./question-texts.ts";

interface Props {
  questionId: number;
  drafts: Drafts;
  /** The answer that the question has. */
  answer?: string | undefined;
}

/** An answer that was begun, where its question takes none any more: it can be copied, and dropped. */
export function KeptDraft({ questionId, drafts, answer }: Props) {
  const said = useTexts(questionTexts);
  const text = drafts.of(questionId);
  // It was sent, though the API's answer to that was lost.
  const isSent = text !== "" && text.trim() === answer?.trim();
  useEffect(() => {
    if (isSent) drafts.write(questionId, "");
  });
  if (text === "" || isSent) return null;
  return (
    <Alert color="orange" variant="light" title={said.tooLate} role="status">
      <CodeBox text={text} of={said.answer} />
      <Group mt="xs">
        <Button size="xs" variant="default" onClick={() => drafts.write(questionId, "")}>
          {said.drop}
        </Button>
      </Group>
    </Alert>
  );
}
