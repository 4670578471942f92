import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/console.css";
import { createTheme, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { RouterProvider } from "@tanstack/react-router";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createConsoleRouter } from "./app/router.tsx";
import { SessionProvider } from "./session/session-provider.tsx";
import { LocaleProvider } from "./texts/locale-provider.tsx";

const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
// Libraries that write styles into the page read it there.
setNonce(nonce);

const theme = createTheme({
  primaryColor: "blue",
  primaryShade: 8,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  autoContrast: true,
  cursorType: "pointer",
});

const router = createConsoleRouter();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Notifications position="bottom-right" />
        <LocaleProvider>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </LocaleProvider>
      </MantineProvider>
    </StrictMode>,
  );
