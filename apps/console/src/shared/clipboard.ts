/**
 * Puts a text on the clipboard; resolves to whether it is there. Browsers give pages that came over plain
 * HTTP no `navigator.clipboard`: there the command is used that Ctrl+C is, with a text of its own.
 */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return byCommand(text);
  }
}

function byCommand(text: string): boolean {
  let isPut = false;
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isPut = true;
  };
  document.addEventListener("copy", put, { once: true });
  const isDone = document.execCommand("copy");
  document.removeEventListener("copy", put);
  return isPut && isDone;
}
