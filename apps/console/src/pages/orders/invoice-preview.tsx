import { Anchor, Center, Loader, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { dataOf } from "../../api/problem.ts";
import { useClient } from "../../session/session.ts";
import { CodeBox } from "../../shared/copy.tsx";
import { ProblemView } from "../../shared/problem-view.tsx";
import { common } from "../../texts/common.ts";
import { useTexts } from "../../texts/texts.ts";
import { indented, openableType, textOf } from "./invoice.rules.ts";
import type { FiscalDocument } from "./order-queries.ts";
import { orderTexts } from "./order-texts.ts";
import classes from "./orders.module.css";

interface Props {
  packId: number;
  document: FiscalDocument;
}

/** A PDF as the browser shows it, an XML as text. */
export function InvoicePreview({ packId, document }: Props) {
  const said = useTexts(orderTexts);
  const texts = useTexts(common);
  const client = useClient();
  const { id, filename, file_type } = document;
  const isPdf = file_type === "application/pdf";
  const { data, error, refetch } = useQuery({
    queryKey: ["orders", "file", id],
    async queryFn() {
      const params = { path: { pack_id: String(packId), fiscal_document_id: id } };
      const file = await dataOf(
        client.GET("/packs/{pack_id}/fiscal_documents/{fiscal_document_id}", { params, parseAs: "blob" }),
      );
      const blob = new Blob([file as Blob], { type: openableType(file_type) });
      return { blob, text: isPdf ? "" : indented(textOf(new Uint8Array(await blob.arrayBuffer()))) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const url = useMemo(() => data && URL.createObjectURL(data.blob), [data]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  if (error) return <ProblemView error={error} retry={refetch} />;
  if (!data || !url)
    return (
      <Center p="md" role="status" aria-label={texts.loading}>
        <Loader size="sm" aria-hidden />
      </Center>
    );
  return (
    <Stack gap="xs" mt="xs">
      {isPdf ? (
        <iframe className={classes.preview} src={url} title={said.previewOf(filename)} />
      ) : (
        <CodeBox text={data.text} of={said.previewOf(filename)} />
      )}
      <Anchor href={url} download={filename} size="sm">
        {said.download}
      </Anchor>
    </Stack>
  );
}
