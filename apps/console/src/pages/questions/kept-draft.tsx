import { Alert, Button, Group } from "@mantine/core";
import { CodeBox } from "../../shared/copy.tsx";
import { useTexts } from "../../texts/texts.ts";
import type { Drafts } from "./drafts.ts";
import { questionTexts } from "./question-texts.ts";

/** An answer that was begun, where its question takes none any more: it can be copied, and dropped. */
export function KeptDraft({ questionId, drafts }: { questionId: number; drafts: Drafts }) {
  const said = useTexts(questionTexts);
  const text = drafts.of(questionId);
  if (text === "") return null;
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
