import { Button, MultiSelect, Stack, Textarea, TextInput } from "@mantine/core";
import type { components } from "@marketplace-api/client";
import { type FormEvent, useState } from "react";
import { useUnsaved } from "../../shared/unsaved.ts";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";

/** Topics that are delivered. Others may be subscribed to by the API; nothing comes of them. */
export const topics = [
  "questions",
  "items",
  "orders_v2",
  "orders_feedback",
  "payments",
  "shipments",
  "messages",
  "invoices",
] as const;
type Topic = (typeof topics)[number];

export type Application = components["schemas"]["Application"];

export interface Settings {
  name: string;
  redirect_uris: string[];
  callback_url: string | null;
  topics: Topic[];
}

interface Props {
  initial: Settings;
  isBusy: boolean;
  /** Resolves once they are stored. */
  save(settings: Settings): Promise<unknown>;
}

/** What an owner decides of an application. */
export function ApplicationForm({ initial, isBusy, save }: Props) {
  const said = useTexts(applicationTexts);
  const texts = useTexts(common);
  const [name, setName] = useState(initial.name);
  const [redirects, setRedirects] = useState(initial.redirect_uris.join("\n"));
  const [callback, setCallback] = useState(initial.callback_url ?? "");
  const [chosen, setChosen] = useState<string[]>(initial.topics);
  const settings: Settings = {
    name,
    redirect_uris: redirects.split(/\s+/).filter((line) => line !== ""),
    callback_url: callback.trim() === "" ? null : callback.trim(),
    topics: topics.filter((topic) => chosen.includes(topic)),
  };
  const present = JSON.stringify(settings);
  const [stored, setStored] = useState(present);
  useUnsaved(present !== stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A refusal is said by who asked.
    save(settings).then(
      () => setStored(present),
      () => {},
    );
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={said.name}
          value={name}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          required
        />
        <Textarea
          label={said.redirects}
          description={said.redirectsAbout}
          value={redirects}
          rows={3}
          onChange={({ currentTarget }) => setRedirects(currentTarget.value)}
          required
        />
        <TextInput
          label={said.callback}
          description={said.callbackAbout}
          value={callback}
          onChange={({ currentTarget }) => setCallback(currentTarget.value)}
        />
        <MultiSelect label={said.topics} data={[...topics]} value={chosen} onChange={setChosen} />
        <Button type="submit" loading={isBusy}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  );
}
