import { expect, it } from "vitest";
import { isSamePage } from "./unsaved.ts";

it("a page is another one by its path, and by the filters that a draft belongs to", () => {
  const catalog = { pathname: "/catalog", search: { site: "MLA", title: "Cel" } };
  const titled = { ...catalog, search: { site: "MLA", title: "Celular" } };
  expect(isSamePage(catalog, titled, ["tab", "site"])).toBe(true);
  expect(isSamePage(catalog, { ...catalog, search: { site: "MLA", tab: "tree" } }, ["tab", "site"])).toBe(
    false,
  );
  expect(isSamePage(catalog, { ...catalog, pathname: "/orders" }, [])).toBe(false);
});
