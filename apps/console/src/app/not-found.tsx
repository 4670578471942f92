import { Anchor, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { dictionary, useTexts } from "../texts/texts.ts";

const texts = dictionary(
  { title: "There is no such page", back: "Go to the start" },
  {
    es: { title: "Esta página no existe", back: "Ir al inicio" },
    pt: { title: "Esta página não existe", back: "Ir para o início" },
  },
);

export function NotFound() {
  const { title, back } = useTexts(texts);
  return (
    <Stack>
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text>
        <Anchor component={Link} to="/">
          {back}
        </Anchor>
      </Text>
    </Stack>
  );
}
