/** Stands in the tile of a piece without a picture. */
export const NoImage = () => <span className="no-image">No Image Available</span>;
