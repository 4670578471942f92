import { Badge } from "@mantine/core";
import type { ReactNode } from "react";

/** What a word means: its color is never all that says so. */
export type ToneName = "good" | "info" | "neutral" | "warn" | "bad";

/** A short word on a color that everybody can read it on. */
export const Tone = ({ tone, children }: { tone: ToneName; children: ReactNode }) => (
  <Badge variant="default" className="console-tone" data-tone={tone} tt="none" miw="max-content">
    {children}
  </Badge>
);

/** The tone of an HTTP status; null is an answer that did not come. */
export function toneOf(status: number | null): ToneName {
  if (status === null) return "neutral";
  if (status >= 500) return "bad";
  if (status >= 400) return "warn";
  return status >= 300 ? "info" : "good";
}
