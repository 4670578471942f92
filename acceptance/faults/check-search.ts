import type { Writing } from "./load.ts";
import { becomesTrue } from "./settle.ts";

interface Paging {
  paging: { total: number };
}

/**
 * Searches find every item: as many in each category as Postgres counts there, and the edited one as it is
 * read. Counts of categories may be a minute old.
 */
export async function checkSearch({ ask, world, tally }: Writing): Promise<void> {
  const token = world.seller.access_token;
  const read = async <T>(path: string) => (await ask("GET", path, { token })).json<T>();
  const categories = await read<{ id: string }[]>("/sites/MLA/categories");
  for (const { id } of categories) {
    let [counted, found] = [0, 0];
    const agree = async () => {
      const category = await read<{ total_items_in_this_category: number }>(`/categories/${id}`);
      counted = category.total_items_in_this_category;
      found = (await read<Paging>(`/sites/MLA/search?category=${id}&limit=1`)).paging.total;
      return counted === found;
    };
    if (!(await becomesTrue(agree))) tally.lost.push(`a search of ${id} finds ${found} of ${counted} items`);
  }
  const { title } = await read<{ title: string }>(`/items/${world.edited}`);
  const { results } = await read<{ results: { id: string; title: string }[] }>(
    `/sites/MLA/search?seller_id=${world.seller.id}`,
  );
  if (!results.some((one) => one.id === world.edited && one.title === title))
    tally.lost.push(`a search does not find item ${world.edited} as "${title}"`);
}
