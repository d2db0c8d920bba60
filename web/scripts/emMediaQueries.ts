import type { Plugin } from "postcss";
import { emMediaQuery } from "../src/shared/hooks/emMediaQuery.ts";

/** Writes the lengths of media queries in em. */
export const emMediaQueries: Plugin = {
  postcssPlugin: "emMediaQueries",
  AtRule: {
    media(rule) {
      rule.params = emMediaQuery(rule.params);
    },
  },
};
