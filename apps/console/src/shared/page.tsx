import { Card, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

interface Props {
  title: string;
  /** What the page is for, in a line. */
  about?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page under its title, which is the tab's as well. */
export function PageFrame({ title, about, actions, children }: Props) {
  const { console: product } = useTexts(common);
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <Stack>
      <Group justify="space-between" align="start" gap="xs">
        <div>
          <Title order={1} size="h2">
            {title}
          </Title>
          {about && <Text c="dimmed">{about}</Text>}
        </div>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A part of a page. */
export const Panel = ({ title, actions, children }: Omit<Props, "about">) => (
  <Card withBorder padding="md" component="section">
    <Group justify="space-between" mb="xs" gap="xs">
      <Title order={2} size="h4">
        {title}
      </Title>
      {actions}
    </Group>
    {children}
  </Card>
);
