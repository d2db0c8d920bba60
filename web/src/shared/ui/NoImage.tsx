/** Stands in the place of a picture that is missing; the words fit whatever the place is. */
export const NoImage = () => (
  <span className="no-image">
    <span>No Image Available</span>
  </span>
);
