import { Alert, Button, Card, FileButton, Group, List, Stack, Text, Title } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { ApiProblem, dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { AskFirst } from "../../shared/ask-first.tsx";
import { useChange } from "../../shared/change.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { BillingRequest } from "./billing-request.tsx";
import { type Refused, refusalsOf, slotOf } from "./invoice.rules.ts";
import { InvoicePreview } from "./invoice-preview.tsx";
import { type FiscalDocument, useInvoices } from "./order-queries.ts";
import { orderTexts } from "./order-texts.ts";
import classes from "./orders.module.css";

interface Props {
  packId: number;
  /** Only the seller uploads, deletes and asks. */
  isSeller: boolean;
}

const refreshOf = (packId: number) => [["orders", "invoices", packId]];

/** The invoices of a pack. */
export function Invoices({ packId, isSeller }: Props) {
  const said = useTexts(orderTexts);
  const query = useInvoices(packId);
  // Where a site or a way of shipping has no invoices, the list says so, and nothing can be asked either.
  const isRefused = query.error instanceof ApiProblem && query.error.status === 403;
  return (
    <Stack gap="sm" component="section" aria-label={said.invoices}>
      <Group justify="space-between">
        <Title order={3} size="h6">
          {said.invoices}
        </Title>
        {isSeller && !isRefused && <BillingRequest packId={packId} />}
      </Group>
      <QueryView query={query}>
        {(documents) => (
          <>
            {documents.length === 0 && (
              <Text size="sm" c="dimmed">
                {said.noInvoices}
              </Text>
            )}
            {documents.map((document) => (
              <Invoice key={document.id} packId={packId} document={document} />
            ))}
            {isSeller && documents.length > 0 && <RemoveInvoices packId={packId} />}
            {isSeller && documents.length < 2 && <Upload packId={packId} present={documents} />}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

function RemoveInvoices({ packId }: { packId: number }) {
  const said = useTexts(orderTexts);
  const client = useClient();
  const remove = useChange(
    () =>
      dataOf(
        client.DELETE("/packs/{pack_id}/fiscal_documents", { params: { path: { pack_id: String(packId) } } }),
      ),
    { refresh: refreshOf(packId), done: () => said.removed },
  );
  return (
    <Group>
      <AskFirst
        label={said.remove}
        question={said.removeQuestion}
        onConfirm={() => remove.mutateAsync(undefined)}
      />
    </Group>
  );
}

function Invoice({ packId, document }: { packId: number; document: FiscalDocument }) {
  const [isOpen, setOpen] = useState(false);
  const said = useTexts(orderTexts);
  const texts = useTexts(common);
  return (
    <Card withBorder padding="xs">
      <Group justify="space-between">
        <Stack gap={0}>
          <Text size="sm">{document.filename}</Text>
          <Text size="xs" c="dimmed">
            {document.file_type} · <Time at={document.date} />
          </Text>
        </Stack>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-label={isOpen ? `${texts.close}: ${document.filename}` : said.previewOf(document.filename)}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.close : said.preview}
        </Button>
      </Group>
      {isOpen && <InvoicePreview packId={packId} document={document} />}
    </Card>
  );
}

function useRefusalText(): (refused: Refused) => string {
  const said = useTexts(orderTexts);
  return ({ code, of }) => said[code](code === "twice" || code === "taken" ? of.toUpperCase() : of);
}

/** A place to drop files at, which says what will be refused before anything is sent. */
function Upload({ packId, present }: { packId: number; present: readonly FiscalDocument[] }) {
  const said = useTexts(orderTexts);
  const refusalText = useRefusalText();
  const client = useClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isOver, setOver] = useState(false);
  const emptyField = useRef<() => void>(null);
  const slots = present.flatMap(({ file_type }) => slotOf({ type: file_type }) ?? []);
  const refusals = refusalsOf(files, slots);
  const upload = useChange(
    async () => {
      const form = new FormData();
      for (const file of files) form.append("fiscal_document", file);
      await dataOf(
        client.POST("/packs/{pack_id}/fiscal_documents", {
          params: { path: { pack_id: String(packId) } },
          // The generated body is its declaration; the wire has a form.
          body: form as never,
          bodySerializer: (body: unknown) => body as FormData,
        }),
      );
    },
    { refresh: refreshOf(packId), done: () => said.uploaded, after: () => setFiles([]) },
  );
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    setFiles([...event.dataTransfer.files]);
  };
  const choose = (chosen: File[]) => {
    setFiles(chosen);
    // The browser tells of no choice that is the same as the one before.
    emptyField.current?.();
  };
  return (
    <fieldset
      className={classes.drop}
      aria-label={said.upload}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Stack gap="xs" align="center">
        <Text size="sm" fw={600}>
          {said.drop}
        </Text>
        <Text size="sm" c="dimmed" ta="center">
          {said.rules}
        </Text>
        <FileButton
          multiple
          accept="application/pdf,application/xml,text/xml"
          resetRef={emptyField}
          onChange={choose}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {said.choose}
            </Button>
          )}
        </FileButton>
        {files.length > 0 && (
          <List size="sm">
            {files.map(({ name, size }) => (
              <List.Item key={name}>
                {name} ({Math.ceil(size / 1_024)} KB)
              </List.Item>
            ))}
          </List>
        )}
        {refusals.length > 0 && (
          <Alert color="red" variant="light" role="status">
            {refusals.map((refused) => (
              <Text size="sm" key={JSON.stringify(refused)}>
                {refusalText(refused)}
              </Text>
            ))}
          </Alert>
        )}
        {files.length > 0 && (
          <Button
            size="xs"
            disabled={refusals.length > 0}
            loading={upload.isPending}
            onClick={() => upload.mutate(undefined)}
          >
            {said.upload}
          </Button>
        )}
      </Stack>
    </fieldset>
  );
}
