import { Anchor, NativeSelect, Stack, useMantineColorScheme } from "@mantine/core";
import { useSession } from "../session/session.ts";
import { dictionary, type Language, languages, useLocale, useTexts } from "../texts/texts.ts";

const texts = dictionary(
  {
    language: "Language",
    scheme: "Colors",
    light: "Light colors",
    dark: "Dark colors",
    auto: "Colors as the system",
    docs: "API documentation",
  },
  {
    es: {
      language: "Idioma",
      scheme: "Colores",
      light: "Colores claros",
      dark: "Colores oscuros",
      auto: "Colores del sistema",
      docs: "Documentación de la API",
    },
    pt: {
      language: "Idioma",
      scheme: "Cores",
      light: "Cores claras",
      dark: "Cores escuras",
      auto: "Cores do sistema",
      docs: "Documentação da API",
    },
  },
);

/** The only things that are stored: language and colors. */
export function Preferences() {
  const { language: languageLabel, scheme, light, dark, auto, docs } = useTexts(texts);
  const { language, choose } = useLocale();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { release } = useSession().settings;
  return (
    <Stack gap="xs" px="xs" pb="xs">
      <Stack gap="xs">
        <NativeSelect
          size="xs"
          aria-label={languageLabel}
          data-languages
          value={language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
        />
        <NativeSelect
          size="xs"
          aria-label={scheme}
          value={colorScheme}
          data={[
            { value: "auto", label: auto },
            { value: "light", label: light },
            { value: "dark", label: dark },
          ]}
          onChange={({ currentTarget }) => setColorScheme(currentTarget.value as "auto" | "light" | "dark")}
        />
      </Stack>
      <Anchor href="/docs" size="sm">
        {docs} ({release})
      </Anchor>
    </Stack>
  );
}
