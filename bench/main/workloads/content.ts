import { successOf } from "../answer.ts";
import type { LoadRequest } from "../load.ts";
import type { Product } from "../product.ts";

/** An item of a search, with the root category of that search. */
export interface FoundItem {
  id: string;
  title: string;
  price: number;
  sellerId: number;
  root: string;
}

/** A question of a search. */
export interface FoundQuestion {
  status: string;
  askedAt: string;
}

export const demoSites = ["MLA", "MLB", "MLC"] as const;
/** A site without demo data, into which the bench imports thousands of categories. */
export const importedSite = "MLU";

const pageSize = 50;

/** Reads the data of a running product through its API, as the demo's seller. */
export function contentOf({ url, sandbox }: Product) {
  const { id: sellerId, access_token } = sandbox.users.seller_mla;
  const headers = { Authorization: `Bearer ${access_token}` };
  const get = (path: string): LoadRequest => ({ method: "GET", path, headers });
  // The specification defines the shape of the answer, which the caller names.
  const read = async <T>(path: string): Promise<T> => {
    const { body } = await successOf(url, get(path));
    return JSON.parse(body.toString()) as T;
  };

  async function itemsOf(site: string): Promise<FoundItem[]> {
    const found: FoundItem[] = [];
    for (const { id: root } of await read<{ id: string }[]>(`/sites/${site}/categories`)) {
      for (let offset = 0, total = 1; offset < total; offset += pageSize) {
        const page = await read<ItemPage>(
          `/sites/${site}/search?category=${root}&limit=${pageSize}&offset=${offset}`,
        );
        found.push(
          ...page.results.map(({ id, title, price, seller }) => ({
            id,
            title,
            price,
            sellerId: seller.id,
            root,
          })),
        );
        total = page.paging.total;
      }
    }
    return found;
  }

  async function questions(): Promise<FoundQuestion[]> {
    const found: FoundQuestion[] = [];
    for (let offset = 0, total = 1; offset < total; offset += pageSize) {
      const page = await read<QuestionPage>(
        `/questions/search?seller_id=${sellerId}&api_version=4&limit=${pageSize}&offset=${offset}`,
      );
      found.push(...page.questions.map(({ status, date_created }) => ({ status, askedAt: date_created })));
      total = page.total;
    }
    return found;
  }

  /** The gzip-compressed category tree. */
  const tree = async (site: string): Promise<Buffer> =>
    (await successOf(url, get(`/sites/${site}/categories/all`))).body;

  return { get, sellerId, itemsOf, questions, tree };
}

interface ItemPage {
  paging: { total: number };
  results: { id: string; title: string; price: number; seller: { id: number } }[];
}

interface QuestionPage {
  total: number;
  questions: { status: string; date_created: string }[];
}
