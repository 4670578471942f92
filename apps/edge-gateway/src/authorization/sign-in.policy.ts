import { z } from "zod";

/** Ways in which users say who they are. `picker`: they choose a user and are believed, for development. */
const ways = ["picker"] as const;
export type SignIn = (typeof ways)[number];

/** The setting SIGN_IN. Without a default no deployment is open by accident. */
export const signInVariable = () => z.enum(ways).optional();

/** Whether visitors may act as any user and create users: only where SIGN_IN=picker is set. */
export const hasPicker = ({ signIn }: { signIn: SignIn | undefined }): boolean => signIn === "picker";
