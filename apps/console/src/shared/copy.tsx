import { Button, CopyButton } from "@mantine/core";
import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

/** Puts a text on the clipboard. `of` says to screen readers what it is. */
export function Copy({ text, of }: { text: string; of?: string }) {
  const texts = useTexts(common);
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={copy}
          aria-label={of === undefined ? undefined : `${texts.copy}: ${of}`}
        >
          {copied ? texts.copied : texts.copy}
        </Button>
      )}
    </CopyButton>
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
