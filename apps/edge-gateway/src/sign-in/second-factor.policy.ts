/** A step after the password, for users who have to prove more. */
export interface SecondFactor {
  /** What a session waits for until it is done. */
  name: string;
  /** The page that asks for it; it gets the authorization request as its query. */
  path: string;
  /** Whether this user has to do it. */
  isRequired(userId: number): Promise<boolean>;
}
