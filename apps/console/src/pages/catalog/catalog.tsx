import { NativeSelect, Tabs } from "@mantine/core";
import { useMe } from "../../session/me.ts";
import { useFilters } from "../../shared/filters.ts";
import { PageFrame } from "../../shared/page.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { useTexts } from "../../texts/texts.ts";
import { useSites } from "./catalog-queries.ts";
import { catalogTexts } from "./catalog-texts.ts";
import { Predict } from "./predict.tsx";
import { Search } from "./search.tsx";
import { Tree } from "./tree.tsx";

const tabs = ["predict", "tree", "search"] as const;

/** The catalog of a site: its tree, what a title belongs to, and its items. */
export function Page() {
  const said = useTexts(catalogTexts);
  const { values, set } = useFilters();
  const me = useMe();
  const site = values.site ?? me.data?.site_id;
  const sites = useSites().data ?? [];
  const tab = tabs.find((name) => name === values.tab) ?? "predict";
  /** Another tab or site begins without the filters of the last one. */
  const go = (change: { tab?: string; site?: string }) => {
    const none = Object.fromEntries(Object.keys(values).map((name) => [name, undefined]));
    set({ ...none, ...change });
  };
  if (site === undefined)
    return (
      <PageFrame title={said.title}>
        <QueryView query={me}>{() => null}</QueryView>
      </PageFrame>
    );
  const panel = {
    predict: <Predict site={site} />,
    tree: <Tree site={site} />,
    search: <Search key={site} site={site} />,
  };
  return (
    <PageFrame
      title={said.title}
      actions={
        sites.length > 0 && (
          <NativeSelect
            label={said.site}
            value={site}
            data={sites.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
            onChange={({ currentTarget }) => go({ tab, site: currentTarget.value })}
          />
        )
      }
    >
      <Tabs value={tab} onChange={(name) => go({ tab: name ?? tab, site })} keepMounted={false}>
        <Tabs.List mb="md" className="console-tabs">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {said[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {name === tab && panel[name]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </PageFrame>
  );
}
