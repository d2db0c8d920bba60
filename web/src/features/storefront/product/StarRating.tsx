import { Star } from "lucide-react";

const five = [1, 2, 3, 4, 5];

export function StarRating({ rating }: { rating: number }) {
  const shown = Math.round(rating);
  return (
    <span className="stars" role="img" aria-label={`Rated ${rating} of 5`}>
      {five.map((star) => (
        <Star key={star} className={star <= shown ? "ico" : "ico off"} aria-hidden="true" />
      ))}
    </span>
  );
}

interface StarRatingInputProps {
  rating: number;
  onPick: (rating: number) => void;
  problem: string | undefined;
}

/** Five radio buttons that look like stars. */
export function StarRatingInput({ rating, onPick, problem }: StarRatingInputProps) {
  return (
    <fieldset className="pickstars" aria-describedby={problem ? "rating-problem" : undefined}>
      <legend className="form-label">Your rating</legend>
      {five.map((star) => (
        <label key={star}>
          <input
            type="radio"
            name="rating"
            value={star}
            className="visually-hidden"
            aria-invalid={problem !== undefined}
            checked={rating === star}
            onChange={() => onPick(star)}
          />
          <Star className={star <= rating ? "ico on" : "ico"} aria-hidden="true" />
          <span className="visually-hidden">{star === 1 ? "1 star" : `${star} stars`}</span>
        </label>
      ))}
      {problem && (
        <p id="rating-problem" className="form-hint bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
