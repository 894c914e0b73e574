import landscape from './hero-landscape.svg?raw'

/**
 * Illustration of the landing banner: a contour map of a bay with a dog's paw prints to the water. Inline, so that it takes
 * the colours of the theme. Decorative.
 */
export default function HeroLandscape({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`hero-landscape ${className}`}
      dangerouslySetInnerHTML={{ __html: landscape }}
    />
  )
}
