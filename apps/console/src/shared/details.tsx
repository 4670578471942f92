import { Drawer } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { AskingContext } from "./asking.ts";
import type { FilterAccess } from "./filters.ts";

interface Props {
  title: string;
  filters: FilterAccess;
  children(id: string): ReactNode;
}

/** One element of a list beside it, by the `id` of the address. */
export function Details({ title, filters, children }: Props) {
  const texts = useTexts(common);
  const { id } = filters.values;
  // Escape is for the question that is asked in front.
  const [isAsking, setAsking] = useState(false);
  const close = () => filters.set({ id: undefined, page: filters.values.page });
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      closeOnEscape={!isAsking}
      position="right"
      size="xl"
      title={title}
      closeButtonProps={{ "aria-label": texts.close }}
    >
      <AskingContext value={setAsking}>{id !== undefined && children(id)}</AskingContext>
    </Drawer>
  );
}
