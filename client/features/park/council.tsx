import { councilTitle, type Council } from '../../../data/model/council.ts'
import type { Park } from '../../../data/model/park.ts'
import { shareAddress } from '../../platform/share.ts'
import { toast } from '../../platform/toast.ts'
import { useCouncils } from '../../queries/councils.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { OtherSite } from './other-site.tsx'
import { PARK_PAGE_TEXTS as T } from './texts.ts'
import { capitalised } from '../../../data/model/text.ts'

/** Opens the council's website. Disabled if the council or its website is not known. */
function ContactCouncil({ council }: { council: Council | undefined }) {
  if (!council?.website)
    return (
      <Button look="outline" disabled>
        {T.contactCouncil}
      </Button>
    )
  return (
    <a
      href={council.website}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass('outline', 'print:hidden')}
      aria-label={T.contactCouncilOf(councilTitle(council))}
    >
      {T.contactCouncil}
    </a>
  )
}

function ShareButton({ park }: { park: Park }) {
  async function share() {
    const url = new URL(`/park/${park.id}`, location.href).href
    const outcome = await shareAddress({ title: park.name, url })
    if (outcome === 'copied') toast({ title: T.copied })
    if (outcome === 'failed') toast({ title: T.notShared, description: url })
  }
  return (
    <Button look="outline" onClick={() => void share()}>
      {T.share}
    </Button>
  )
}

/**
 * The council area of a park, the council's general rules for dogs, and the buttons to contact it and to
 * share.
 */
export function CouncilBlock({ park }: { park: Park }) {
  const [council] = useCouncils([park.council])
  const rules = council?.rules.filter(({ onePark, appliesTo }) => !onePark || appliesTo === park.name) ?? []
  return (
    <>
      {council ? (
        <p>
          {T.inCouncilArea} <strong>{councilTitle(council)}</strong>.
          {park.locationAccuracy === 'suburb' && ` ${T.councilOfSuburb}`}
        </p>
      ) : (
        <p>{T.noCouncil}</p>
      )}
      {council && rules.length > 0 && (
        <section className="grid gap-2 rounded-control border border-line p-3" data-council-rules="">
          <h3 className="font-semibold">{T.councilRules(councilTitle(council))}</h3>
          <ul className="grid gap-2">
            {rules.map(({ appliesTo, rule, page, asOf }) => (
              <li key={`${appliesTo} ${rule}`}>
                <span className="font-semibold">{capitalised(appliesTo)}:</span> {rule}.{' '}
                <OtherSite href={page}>{T.councilPage(asOf)}</OtherSite>
              </li>
            ))}
          </ul>
          <p className="text-s text-muted">{T.councilRulesNote}</p>
        </section>
      )}
      <div className="flex flex-wrap gap-3">
        <ContactCouncil council={council} />
        <ShareButton park={park} />
      </div>
    </>
  )
}
