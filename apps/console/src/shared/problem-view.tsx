import { Alert, Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { ApiProblem } from "../api/problem.ts";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { useProblemMessage } from "./problem-message.ts";

interface Props {
  error: unknown;
  /** What did not work; that it could not be loaded when absent. */
  title?: string;
  retry?: () => void;
}

/** What went wrong, with the message and the causes that the API gave. */
export function ProblemView({ error, title, retry }: Props) {
  const texts = useTexts(common);
  const messageOf = useProblemMessage();
  const problem = error instanceof ApiProblem ? error : undefined;
  return (
    <Alert role="alert" color="red" title={title ?? texts.failed} variant="light">
      <Stack gap="xs">
        <Text>{messageOf(error)}</Text>
        {problem && problem.causes.length > 0 && (
          <List size="sm">
            {problem.causes.map(({ code, message: cause, references }) => (
              <List.Item key={`${code} ${cause}`}>
                {cause} {references?.length > 0 && <Code>{references.join(", ")}</Code>}
              </List.Item>
            ))}
          </List>
        )}
        {problem && (
          <Text size="sm">
            {texts.technical}: {problem.status} {problem.error}
            {problem.requestId && (
              <>
                {" · "}
                {texts.request} <Code>{problem.requestId}</Code>
              </>
            )}
          </Text>
        )}
        {retry && (
          <Group>
            <Button size="xs" variant="default" onClick={retry}>
              {texts.retry}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
