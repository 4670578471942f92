import { Button, Center, Loader, Stack, Text, Title } from "@mantine/core";
import { useProblemMessage } from "../shared/problem-message.ts";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

export function Starting() {
  const texts = useTexts(common);
  return (
    <Center h="100dvh">
      <Loader aria-label={texts.loading} />
    </Center>
  );
}

/** The gateway cannot be reached, or not what is asked first. */
export function StartFailed({ error, again }: { error: unknown; again(): void }) {
  const texts = useTexts(common);
  const messageOf = useProblemMessage();
  return (
    <Center h="100dvh" p="md">
      <Stack align="center" role="alert">
        <Title order={1} size="h3">
          {texts.failed}
        </Title>
        <Text>{messageOf(error)}</Text>
        <Button onClick={again}>{texts.retry}</Button>
      </Stack>
    </Center>
  );
}
