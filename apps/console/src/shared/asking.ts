import { createContext } from "react";

/** Tells a dialog whether a question is asked in front of it. */
export const AskingContext = createContext<(isAsking: boolean) => void>(() => {});
