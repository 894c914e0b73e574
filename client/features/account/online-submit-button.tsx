import { useId, type ComponentProps } from 'react'
import { useConnection } from '../../queries/index.ts'
import { SubmitButton } from '../../ui/form.tsx'
import { ACCOUNT_TEXTS as T } from './texts.ts'

/** The submit button. It is disabled offline and says why; the input stays. */
export function OnlineSubmitButton(props: ComponentProps<typeof SubmitButton>) {
  const { online } = useConnection()
  const reasonId = useId()
  return (
    <>
      {!online && (
        <p id={reasonId} className="rounded-control bg-sunken px-4 py-3">
          {T.offline}
        </p>
      )}
      <SubmitButton {...props} disabled={!online} {...(online ? {} : { 'aria-describedby': reasonId })} />
    </>
  )
}
