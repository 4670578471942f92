import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Filters } from "./filters.ts";

interface Props {
  to: string;
  /** Filters of the page, as its address has them. */
  search?: Filters;
  children: ReactNode;
}

/** A link to another page. Pages are listed by hand, so that the router knows no types of their filters. */
export const PageLink = ({ to, search, children }: Props) => (
  <Anchor component={Link} to={to} search={search as never} inherit>
    {children}
  </Anchor>
);
