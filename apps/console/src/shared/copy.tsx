import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";
import { putOnClipboard } from "./clipboard.ts";

const shownMs = 2_000;

/** Puts a text on the clipboard. `of` says to screen readers what it is. */
export function Copy({ text, of }: { text: string; of?: string }) {
  const texts = useTexts(common);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    if (await putOnClipboard(text)) setCopied(true);
    else notifications.show({ color: "red", message: texts.notCopied });
  };
  return (
    <Button
      size="compact-xs"
      variant="default"
      onClick={() => void copy()}
      aria-label={of === undefined ? undefined : `${texts.copy}: ${of}`}
    >
      {isCopied ? texts.copied : texts.copy}
    </Button>
  );
}

/** A text in a box of code, which can be copied. */
export function CodeBox({ text, of }: { text: string; of: string }) {
  const isLine = !text.includes("\n");
  return (
    <div className="console-copied" data-line={isLine}>
      <section className="console-code" aria-label={of}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
        <pre tabIndex={0}>{text}</pre>
      </section>
      <Copy text={text} of={of} />
    </div>
  );
}
