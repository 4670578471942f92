import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/console.css";
import { createTheme, MantineProvider, Notification } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { type ReactNode, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createConsoleRouter } from "./app/router.tsx";
import { SessionProvider } from "./session/session-provider.tsx";
import { common } from "./texts/common.ts";
import { LocaleProvider } from "./texts/locale-provider.tsx";
import { useTexts } from "./texts/texts.ts";

const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
// Libraries that write styles into the page read it there.
setNonce(nonce);

/** Colors, and what the library would leave without a name for screen readers. */
function Themed({ children }: { children: ReactNode }) {
  const { close } = useTexts(common);
  const theme = createTheme({
    primaryColor: "blue",
    primaryShade: 8,
    fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    autoContrast: true,
    cursorType: "pointer",
    components: {
      Notification: Notification.extend({
        defaultProps: { closeButtonProps: { "aria-label": close } },
        // Below a title the library writes in a gray that is too pale to read.
        styles: { description: { color: "inherit" } },
      }),
    },
  });
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications position="bottom-right" />
      {children}
    </MantineProvider>
  );
}

const router = createConsoleRouter();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <LocaleProvider>
        <Themed>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </Themed>
      </LocaleProvider>
    </StrictMode>,
  );
