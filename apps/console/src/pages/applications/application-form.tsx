import { Button, MultiSelect, Stack, Textarea, TextInput } from "@mantine/core";
import type { components } from "@marketplace-api/client";
import { type FormEvent, useState } from "react";
import { useUnsaved } from "../../shared/unsaved.ts";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { applicationTexts } from "./application-texts.ts";
import { rebased } from "./edited.rules.ts";

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

/** Settings as they are typed. */
interface Fields {
  name: string;
  redirects: string;
  callback: string;
  chosen: string[];
}

const fieldsOf = ({ name, redirect_uris, callback_url, topics: chosen }: Settings): Fields => ({
  name,
  redirects: redirect_uris.join("\n"),
  callback: callback_url ?? "",
  chosen,
});

/** What an owner decides of an application. */
export function ApplicationForm({ initial, isBusy, save }: Props) {
  const said = useTexts(applicationTexts);
  const texts = useTexts(common);
  const [{ base, fields }, setState] = useState(() => ({ base: initial, fields: fieldsOf(initial) }));
  const before = fieldsOf(base);
  // What was changed elsewhere meanwhile is not saved back: fields that are not edited follow it.
  if (JSON.stringify(base) !== JSON.stringify(initial))
    setState({ base: initial, fields: rebased(fields, before, fieldsOf(initial)) });
  const { name, redirects, callback, chosen } = fields;
  const set = (changed: Partial<Fields>) =>
    setState((present) => ({ ...present, fields: { ...present.fields, ...changed } }));
  const settings: Settings = {
    name,
    redirect_uris: redirects.split(/\s+/).filter((line) => line !== ""),
    callback_url: callback.trim() === "" ? null : callback.trim(),
    topics: topics.filter((topic) => chosen.includes(topic)),
  };
  const present = JSON.stringify(settings);
  const [saved, setSaved] = useState<string>();
  useUnsaved(present !== saved && JSON.stringify(fields) !== JSON.stringify(before));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The caller shows why it failed.
    save(settings).then(
      () => setSaved(present),
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
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          required
        />
        <Textarea
          label={said.redirects}
          description={said.redirectsAbout}
          value={redirects}
          rows={3}
          onChange={({ currentTarget }) => set({ redirects: currentTarget.value })}
          required
        />
        <TextInput
          label={said.callback}
          description={said.callbackAbout}
          value={callback}
          onChange={({ currentTarget }) => set({ callback: currentTarget.value })}
        />
        <MultiSelect
          label={said.topics}
          data={[...topics]}
          value={chosen}
          onChange={(chosen) => set({ chosen })}
        />
        <Button type="submit" loading={isBusy}>
          {texts.save}
        </Button>
      </Stack>
    </form>
  );
}
