import { useNavigate, useRouter } from '@tanstack/react-router'
import { textTarget } from '../../queries/home-address.ts'
import { useNear, usePosition } from '../../queries/index.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { HeaderSearchBox } from '../../search-box/search-box.tsx'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast.ts'
import { LegalDocument } from './document.tsx'
import { PRIVACY, TERMS } from './texts.ts'

/** The park search of this page (specification 10.12). It opens the results on the home page. */
function FindPark() {
  const navigate = useNavigate()
  const router = useRouter()
  const { locate } = usePosition()
  const near = useNear()
  async function searchNearMe() {
    const { pathname } = router.latestLocation
    const result = await locate()
    // The user may have opened another page meanwhile.
    if (router.latestLocation.pathname !== pathname) return
    if (!result.ok)
      return toast({ title: TERMS.locationError, description: TERMS.locationErrorBody, look: 'destructive' })
    // The home page uses the position, and follows it if it turns out to be old.
    return navigate({ to: '/', search: { useLocation: true } })
  }
  return (
    <section aria-labelledby="find" className="card grid gap-3 p-4 md:p-5 print:hidden">
      <h2 id="find" className="text-m">
        {TERMS.findTitle}
      </h2>
      <HeaderSearchBox
        stacked
        words={{ myLocation: TERMS.locate, locating: TERMS.locating }}
        onSearch={(text) => void navigate(textTarget(text, near))}
        onLocate={() => void searchNearMe()}
      />
    </section>
  )
}

export default function TermsPage() {
  useTitle(TERMS.title)
  return (
    <LegalDocument
      {...TERMS}
      aside={<FindPark />}
      links={
        <ButtonLink to="/privacy" look="outline">
          {PRIVACY.title}
        </ButtonLink>
      }
    />
  )
}
