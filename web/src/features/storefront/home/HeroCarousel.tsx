import { Pause, Play } from "lucide-react";
import { useGetCategoriesQuery } from "@/shared/api/catalogue";
import { useSwipe } from "@/shared/hooks/useSwipe";
import { Link } from "@/shared/ui/Link";
import { wrapIndex } from "@/shared/ui/wrapIndex";
import { type Slide, slides } from "./heroSlides";
import { useCarousel } from "./useCarousel";

export function HeroCarousel() {
  const { current, nextIsDue, show, paused, setPaused, turning, hold } = useCarousel(slides.length);
  const swipe = useSwipe((step) => show(wrapIndex(current + step, slides.length)));
  const slide = slides[current] as Slide;
  const Icon = paused ? Play : Pause;
  return (
    <section
      className={`hero is-${slide.tone}`}
      aria-roledescription="carousel"
      aria-label="Featured"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      {...swipe}
    >
      {slides.map((each, index) => (
        <SlidePicture
          key={each.image}
          slide={each}
          shown={index === current}
          next={nextIsDue && index === wrapIndex(current + 1, slides.length)}
        />
      ))}
      <SlideText slide={slide} announced={!turning} />
      <div className="hero-nav">
        <div className="wrap">
          <span className="num">
            {current + 1} / {slides.length}
          </span>
          {slides.map((each, index) => (
            <button
              key={each.title}
              type="button"
              className={`dash${index === current ? " on" : ""}${index === current && turning ? " turning" : ""}`}
              aria-label={`Slide ${index + 1}: ${each.title}`}
              aria-current={index === current}
              onClick={() => show(index)}
            />
          ))}
          <button
            type="button"
            className="btn btn-icon"
            aria-label={paused ? "Play the slides" : "Pause the slides"}
            onClick={() => setPaused(!paused)}
          >
            <Icon className="ico ico-16" aria-hidden="true" />
          </button>
        </div>
      </div>
    </section>
  );
}

// Below 992 px the image is 340 px high; a phone shows at most 480 px of its 756 px.
const sizes = "(min-width: 992px) 100vw, 756px";
const wide = "(min-width: 480.02px)";
const phone = "(max-width: 480px)";

/** Only the current slide and, shortly before its turn, the next one are fetched. */
function SlidePicture({ slide, shown, next }: { slide: Slide; shown: boolean; next: boolean }) {
  const isFirst = slide === slides[0];
  if (!shown && !next && !isFirst) return null;
  return (
    <picture>
      <source media={phone} type="image/avif" srcSet={slide.srcSet.phone} sizes="480px" />
      <source media={wide} type="image/avif" srcSet={slide.srcSet.avif} sizes={sizes} />
      <img
        className={shown ? "shown" : ""}
        src={slide.image}
        srcSet={slide.srcSet.webp}
        sizes={sizes}
        alt={shown ? slide.alt : ""}
        width="2000"
        height="900"
        decoding={isFirst ? "sync" : "async"}
        fetchPriority={isFirst ? "high" : "low"}
      />
    </picture>
  );
}

function SlideText({ slide, announced }: { slide: Slide; announced: boolean }) {
  const { data: categories } = useGetCategoriesQuery();
  const category = slide.category && categories?.find(({ name }) => name === slide.category);
  const to = category ? `/products?categoryId=${category.id}` : slide.to;
  return (
    <div className="hero-text" aria-live={announced ? "polite" : "off"}>
      <div className="wrap">
        <span className="eyebrow">{slide.eyebrow}</span>
        <h1 className="display">{slide.title}</h1>
        <p>{slide.text}</p>
        <Link className={`btn btn-lg ${slide.tone === "ivory" ? "btn-primary" : "btn-ivory"}`} to={to}>
          {slide.action}
        </Link>
      </div>
    </div>
  );
}
