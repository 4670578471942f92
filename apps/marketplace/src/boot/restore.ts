import { PromotionUnfinished } from "@marketplace/sandbox";

interface Services {
  /** Opens them again, on the state that the product has by then. */
  reopen(): Promise<void>;
  /** Ends the product: only its next start can use the state. */
  giveUp(error: Error): void;
}

/** Has the state of closed services exchanged, and opens them again; a product that cannot is given up. */
export async function restore(exchange: () => Promise<void>, { reopen, giveUp }: Services): Promise<void> {
  /** Says what failed before, too: no other error does. */
  const reopened = (failure?: Error) =>
    reopen().catch((cause: unknown) => {
      const which = failure ? `a reset that failed (${failure.message})` : "a reset";
      const error = new Error(`the services could not be opened again after ${which}`, { cause });
      giveUp(error);
      throw error;
    });
  await exchange().catch(async (error: Error) => {
    // What the services would write now is lost when the next start goes on with the exchange.
    if (error instanceof PromotionUnfinished) giveUp(error);
    else await reopened(error);
    throw error;
  });
  await reopened();
}
