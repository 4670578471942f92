import { common } from "../texts/common.ts";
import { useTexts } from "../texts/texts.ts";

/** What went wrong: in the words of the API, or that nothing answered. */
export function useProblemMessage(): (error: unknown) => string {
  const { unreachable } = useTexts(common);
  return (error) => {
    // A network that fails is a TypeError of `fetch`, in the browser's own words.
    if (error instanceof TypeError) return unreachable;
    return error instanceof Error ? error.message : String(error);
  };
}
