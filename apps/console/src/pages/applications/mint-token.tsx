import { Button, Group, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ApiProblem } from "../../api/problem.ts";
import { useAction } from "../../shared/action.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";
import { Minted } from "./minted.tsx";
import { ScopesField } from "./scopes-field.tsx";

const scopes = ["read", "write"] as const;

interface Tokens {
  access_token: string;
  scope: string;
  expires_in: number;
}

/** A token of an application for its owner, as its own credentials get it. */
async function mint(grant: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ grant_type: "client_credentials", ...grant });
  const answer = await fetch("/oauth/token", { method: "POST", body });
  if (!answer.ok) throw new ApiProblem(answer, await answer.json());
  return answer.json();
}

export function MintToken() {
  const said = useTexts(applicationTexts);
  const texts = useTexts(common);
  const [client_id, setId] = useState("");
  const [client_secret, setSecret] = useState("");
  const [chosen, setChosen] = useState<(typeof scopes)[number][]>(["read"]);
  const get = useAction(() => mint({ client_id, client_secret, scope: chosen.join(" ") }));
  useUnsaved(get.data !== undefined, { isKeptOnPage: true, question: said.tokenGoes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    get.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          {said.mint}
        </Title>
        <Text size="sm">{said.mintAbout}</Text>
        <Group align="end" gap="sm">
          <TextInput
            label={`${said.forApplication} (client_id)`}
            inputMode="numeric"
            value={client_id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
            required
          />
          <PasswordInput
            label={said.clientSecret}
            autoComplete="off"
            visibilityToggleButtonProps={{ "aria-label": texts.reveal }}
            value={client_secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            w={220}
            required
          />
          <ScopesField label={said.scopes} scopes={scopes} value={chosen} onChange={setChosen} />
          <Button type="submit" variant="default" loading={get.isPending} disabled={chosen.length === 0}>
            {said.get}
          </Button>
        </Group>
        {get.data && <Minted tokens={get.data} />}
      </Stack>
    </form>
  );
}
