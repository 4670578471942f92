import { Anchor, AppShell, Burger, Divider, Group, NavLink, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../session/session.ts";
import { common } from "../texts/common.ts";
import { dictionary, useTexts } from "../texts/texts.ts";
import { NotFound } from "./not-found.tsx";
import { pageNames, pages } from "./pages.ts";
import { Preferences } from "./preferences.tsx";
import { UserMenu } from "./user-menu.tsx";
import { WorldBar } from "./world-bar.tsx";

const texts = dictionary(
  {
    menu: "Navigation",
    skip: "Skip to the page",
    integrators: "For integrators",
    sellers: "For sellers",
  },
  {
    es: {
      menu: "Navegación",
      skip: "Saltar a la página",
      integrators: "Para integradores",
      sellers: "Para vendedores",
    },
    pt: {
      menu: "Navegação",
      skip: "Pular para a página",
      integrators: "Para integradores",
      sellers: "Para vendedores",
    },
  },
);

/** What is around every page. */
export function Layout() {
  const { menu, skip } = useTexts(texts);
  const { console: title } = useTexts(common);
  const { lab } = useSession().session;
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname]);
  const isThere = lab !== undefined || !pages.some((page) => page.lab && isAt(pathname, page.path));
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 230, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <Anchor href="#page" className="console-skip">
          {skip}
        </Anchor>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={menu} />
            <img src="/favicon.ico" alt="" width={24} height={24} />
            <Text fw={600} visibleFrom="xs">
              {title}
            </Text>
          </Group>
          <UserMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={menu}>
        <AppShell.Section grow component={ScrollArea}>
          <Pages group="integrators" />
          <Pages group="sellers" />
        </AppShell.Section>
        <Divider my="xs" />
        <Preferences />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <Stack gap="md">
          {lab && <WorldBar />}
          {isThere ? <Outlet /> : <NotFound />}
        </Stack>
      </AppShell.Main>
    </AppShell>
  );
}

function Pages({ group }: { group: "integrators" | "sellers" }) {
  const names = useTexts(pageNames);
  const heading = useTexts(texts)[group];
  const { lab } = useSession().session;
  const { pathname } = useLocation();
  const shown = pages.filter((page) => page.group === group && (lab || !page.lab));
  if (shown.length === 0) return null;
  return (
    <>
      <Text size="xs" fw={600} px="xs" pt="xs">
        {heading}
      </Text>
      {shown.map(({ path, name }) => (
        <NavLink
          key={path}
          component={Link}
          to={path}
          label={names[name]}
          bdrs="sm"
          active={isAt(pathname, path)}
        />
      ))}
    </>
  );
}

const isAt = (pathname: string, path: string): boolean =>
  (pathname.replace(/^\/console/, "").replace(/\/$/, "") || "/") === path;
