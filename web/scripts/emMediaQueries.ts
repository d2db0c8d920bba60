import type { Plugin } from "postcss";

const pxPerEm = 16; // the browsers' default, whatever the page's own font size is

/**
 * Writes the lengths of media queries in em. A reader with a larger font in the browser then gets the layout of a
 * smaller window, whose boxes have room for the text. Bootstrap and our styles state them in px.
 */
export const emMediaQueries: Plugin = {
  postcssPlugin: "emMediaQueries",
  AtRule: {
    media(rule) {
      rule.params = rule.params.replace(/([\d.]+)px/g, (_, px) => `${Number(px) / pxPerEm}em`);
    },
  },
};
