import { ButtonLink } from '../../ui/button.tsx'
import { useTitle } from '../../platform/title.ts'
import { LegalDocument } from './document.tsx'
import { PRIVACY, TERMS } from './texts.ts'

export default function PrivacyPage() {
  useTitle(PRIVACY.title)
  return (
    <LegalDocument
      {...PRIVACY}
      links={
        <ButtonLink to="/terms" look="outline">
          {TERMS.title}
        </ButtonLink>
      }
    />
  )
}
