import { Stack, Text, Title } from "@mantine/core";
import { useSession } from "../../session/session.ts";
import { CodeBox } from "../../shared/copy.tsx";
import { dictionary, useTexts } from "../../texts/texts.ts";

const texts = dictionary(
  { title: "Start", base: "Base URL", about: "Your client reaches the marketplace here:" },
  {
    es: { title: "Inicio", base: "URL base", about: "Tu cliente llega al marketplace aquí:" },
    pt: { title: "Início", base: "URL base", about: "O seu cliente acessa o marketplace aqui:" },
  },
);

/** What an integrator needs first. */
export function Page() {
  const said = useTexts(texts);
  const { settings } = useSession();
  return (
    <Stack>
      <Title order={1} size="h2">
        {said.title}
      </Title>
      <Text>{said.about}</Text>
      <CodeBox of={said.base} text={settings.base_url} />
    </Stack>
  );
}
