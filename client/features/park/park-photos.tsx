import { OtherSite } from './other-site.tsx'
import { isOtherSite, isOwnPath } from './park-description.ts'
import { Section } from './section.tsx'
import { PARK_PAGE_TEXTS as T } from './texts.ts'

/** The photographs of a description. Those of other sites are only linked to. */
export function Photos({ urls }: { urls: readonly string[] }) {
  const images = urls.filter(isOwnPath)
  const links = urls.filter(isOtherSite)
  if (images.length === 0 && links.length === 0) return null
  return (
    <Section title={T.photos}>
      <ul className="grid grid-cols-2 gap-2 empty:hidden">
        {images.map((image) => (
          <li key={image}>
            <img
              src={image}
              alt=""
              loading="lazy"
              className="aspect-4/3 w-full rounded-control object-cover"
            />
          </li>
        ))}
      </ul>
      {links.length > 0 && (
        <ul className="grid">
          {links.map((link, position) => (
            <li key={link}>
              <OtherSite href={link}>{T.photoElsewhere(position + 1, new URL(link).hostname)}</OtherSite>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** The street view of a description. One of another site is only linked to. */
export function StreetView({ url, parkName }: { url: string; parkName: string }) {
  if (isOtherSite(url))
    return (
      <Section title={T.streetView}>
        <p>
          <OtherSite href={url}>{T.streetViewElsewhere(new URL(url).hostname)}</OtherSite>
        </p>
      </Section>
    )
  if (!isOwnPath(url)) return null
  return (
    <Section title={T.streetView}>
      <img
        src={url}
        alt={`${T.streetView}: ${parkName}`}
        loading="lazy"
        className="aspect-4/3 w-full rounded-control object-cover"
      />
    </Section>
  )
}
