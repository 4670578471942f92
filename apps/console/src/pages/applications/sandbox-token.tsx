import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { dataOf } from "../../api/problem.ts";
import { useWorldDocument } from "../../app/user-menu.tsx";
import { type Lab, useSession } from "../../session/session.ts";
import { useAction } from "../../shared/action.tsx";
import { useUnsaved } from "../../shared/unsaved.ts";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";
import { Minted } from "./minted.tsx";
import { ScopesField } from "./scopes-field.tsx";

const scopes = ["read", "write", "offline_access"] as const;
type Scope = (typeof scopes)[number];
const sixHours = 21_600;

/** In a sandbox: a token of any application for any user, who is not asked. */
export function SandboxToken({ lab, user, choose }: { lab: Lab; user: number; choose(user: number): void }) {
  const said = useTexts(applicationTexts);
  const { clientId } = useSession().session;
  const { data } = useWorldDocument(lab);
  const applications = Object.entries(data?.applications ?? {});
  const [typed, setTyped] = useState<string>();
  const application = typed ?? String(applications[0]?.[1].client_id ?? "");
  const [chosen, setChosen] = useState<Scope[]>(["read", "write"]);
  const [seconds, setSeconds] = useState<number | string>(sixHours);
  const make = useAction(async () => {
    const body = {
      user_id: user,
      application_id: Number(application),
      scopes: chosen,
      expires_in: Number(seconds),
    };
    return { user, tokens: await dataOf(lab.client.POST("/_sandbox/tokens", { body })) };
  });
  useUnsaved(make.data !== undefined, { isKeptOnPage: true, question: said.tokenGoes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          {said.mintAny}
        </Title>
        <Text size="sm">{said.mintAnyAbout}</Text>
        <Group align="end" gap="sm">
          <UserSelect lab={lab} label={said.user} value={user} onChange={choose} />
          <TextInput
            label={said.application}
            description="client_id"
            inputMode="numeric"
            pattern="\d+"
            list="known-applications"
            value={application}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            required
          />
          <datalist id="known-applications">
            {applications.map(([name, { client_id }]) => (
              <option key={name} value={String(client_id)} label={name} />
            ))}
            <option value={clientId} label={said.thisConsole} />
          </datalist>
          <NumberInput
            label={said.life}
            description={said.seconds}
            min={1}
            max={2_592_000}
            allowDecimal={false}
            clampBehavior="strict"
            value={seconds}
            onChange={setSeconds}
            w={130}
            required
          />
          <ScopesField label={said.scopes} scopes={scopes} value={chosen} onChange={setChosen} />
          <Button type="submit" variant="default" loading={make.isPending} disabled={chosen.length === 0}>
            {said.make}
          </Button>
        </Group>
        {/* Not beside the name of another user. */}
        {make.data?.user === user && <Minted tokens={make.data.tokens} />}
      </Stack>
    </form>
  );
}

interface UserSelectProps {
  lab: Lab;
  label: string;
  value: number;
  onChange(user: number): void;
}

/** One of the world's users. */
export function UserSelect({ lab, label, value, onChange }: UserSelectProps) {
  const { data } = useWorldDocument(lab);
  const users = Object.entries(data?.users ?? {});
  const isKnown = users.some(([, { id }]) => id === value);
  return (
    <NativeSelect
      label={label}
      maw={320}
      value={String(value)}
      data={[
        ...(isKnown ? [] : [String(value)]),
        ...users.map(([name, { id }]) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
