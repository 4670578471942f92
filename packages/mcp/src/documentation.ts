import MiniSearch from "minisearch";

/** A page of the documentation. */
export interface Page {
  name: string;
  /** Its path in the repository. */
  file: string;
  /** Markdown. */
  text: string;
}

/** A part of a page under a heading. */
interface Section {
  id: number;
  page: string;
  heading: string;
  text: string;
}

/** A section that was found. */
export interface Found {
  page: string;
  heading: string;
  excerpt: string;
}

const excerptLength = 600;

export type Documentation = ReturnType<typeof createDocumentation>;

/** Pages with a full-text index of their sections, in memory. */
export function createDocumentation(pages: readonly Page[]) {
  const sections = pages.flatMap(sectionsOf).map((section, id): Section => ({ ...section, id }));
  const index = new MiniSearch<Section>({
    fields: ["heading", "text", "page"],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.15 },
  });
  index.addAll(sections);
  return {
    names: pages.map(({ name }) => name),
    page: (name: string): Page | undefined =>
      pages.find(
        (page) =>
          [page.name, page.file].includes(name.replace(/^\//, "").toLowerCase()) || page.file === name,
      ),
    search: (query: string, limit: number): Found[] =>
      index
        .search(query)
        .slice(0, limit)
        .flatMap(({ id }) => sections[id] ?? [])
        .map(({ page, heading, text }) => ({ page, heading, excerpt: text.slice(0, excerptLength) })),
  };
}

function sectionsOf({ name, text }: Page): Omit<Section, "id">[] {
  return text
    .split(/^(?=#{1,3} )/m)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const [first = "", ...rest] = part.split("\n");
      return { page: name, heading: first.replace(/^#+ /, ""), text: rest.join("\n").trim() };
    });
}

let loaded: Promise<Documentation> | undefined;

/** The documentation of this release; read at the first use. */
export function loadDocumentation(): Promise<Documentation> {
  loaded ??= import("./generated/documentation.json", { with: { type: "json" } }).then((module) =>
    createDocumentation(module.default),
  );
  return loaded;
}
