import { Modal, type ModalProps } from "@mantine/core";
import { useState } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { DialogDrafts, mayLeave, type Unsaved } from "./unsaved.ts";

/** A dialog in front of the page. It asks before it is closed with what is not saved. */
export function Dialog({ onClose, children, ...modal }: ModalProps) {
  const { close } = useTexts(common);
  const [drafts] = useState<Unsaved>(() => new Map());
  return (
    <Modal
      {...modal}
      // React passes events on to where a dialog was opened: a form there is not sent by one in the dialog.
      onSubmit={(event) => event.stopPropagation()}
      onClose={() => void (mayLeave(drafts) && onClose())}
      closeButtonProps={{ "aria-label": close }}
    >
      <DialogDrafts value={drafts}>{children}</DialogDrafts>
    </Modal>
  );
}
