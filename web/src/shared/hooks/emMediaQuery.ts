const pxPerEm = 16; // the browsers' default, whatever the page's own font size is

/**
 * Writes the lengths of a media query in em. A reader with a larger font in the browser then gets the layout of a smaller
 * window, whose boxes have room for the text. Bootstrap, our styles and our components state them in px.
 */
export const emMediaQuery = (query: string): string =>
  query.replace(/([\d.]+)px/g, (_, px) => `${Number(px) / pxPerEm}em`);
