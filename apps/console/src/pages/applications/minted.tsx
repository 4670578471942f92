import { Text } from "@mantine/core";
import { CodeBox } from "../../shared/copy.tsx";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";

interface Props {
  tokens: { access_token: string; refresh_token?: string; scope: string; expires_in: number };
}

/** Tokens that were made, once. */
export function Minted({ tokens }: Props) {
  const said = useTexts(applicationTexts);
  const { access_token, refresh_token, scope, expires_in } = tokens;
  return (
    <>
      <CodeBox text={access_token} of={said.token} />
      {refresh_token !== undefined && <CodeBox text={refresh_token} of={said.refreshToken} />}
      <Text size="sm">{said.minted(scope, expires_in)}</Text>
    </>
  );
}
