/** Placeholder of a missing image. */
export const NoImage = () => (
  <span className="no-image">
    <span>No Image Available</span>
  </span>
);
