import { useRef, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { isExplained, sentenceOf } from '../platform/explained-error.ts'
import { Labelled, TextInput } from './field.tsx'
import { UI_TEXTS } from './texts.ts'

type Errors = Readonly<Record<string, string | undefined>>

export interface AccountForm {
  /** What is wrong, by the field's name. */
  errors: Errors
  /** What is wrong with none of the fields. */
  trouble: string | null
  busy: boolean
  props: {
    noValidate: true
    onSubmit(event: FormEvent<HTMLFormElement>): void
    onChange(event: FormEvent<HTMLFormElement>): void
  }
}

/**
 * A form that is checked when it is sent, and from then on with each change. The first field at fault takes the focus, also when it is the
 * server that finds fault.
 * @param send what happens to sound values; it rejects when it did not work
 */
export function useAccountForm<T>(
  schema: z.ZodMiniType<T>,
  send: (values: T, form: HTMLFormElement) => Promise<unknown>,
): AccountForm {
  const [errors, setErrors] = useState<Errors>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const [tried, setTried] = useState(false)

  const check = (form: HTMLFormElement) => schema.safeParse(Object.fromEntries(new FormData(form)))

  const complain = (form: HTMLFormElement, found: Errors) => {
    // What is wrong is on the page before the field takes the focus, so that it is read out with it.
    flushSync(() => setErrors(found))
    for (const field of form.elements) {
      const fillable =
        field instanceof HTMLInputElement ||
        field instanceof HTMLSelectElement ||
        field instanceof HTMLTextAreaElement
      if (fillable && found[field.name] !== undefined) return field.focus()
    }
  }

  const submit = async (form: HTMLFormElement) => {
    if (sending.current) return
    setTried(true)
    setTrouble(null)
    const read = check(form)
    if (!read.success) return complain(form, errorsOf(read.error))
    setErrors({})
    sending.current = true
    setBusy(true)
    try {
      await send(read.data, form)
    } catch (error) {
      const field = isExplained(error) ? error.field : null
      if (field !== null && form.elements.namedItem(field)) complain(form, { [field]: sentenceOf(error) })
      else setTrouble(sentenceOf(error))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    errors,
    trouble,
    busy,
    props: {
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onChange({ currentTarget }) {
        if (!tried) return
        const read = check(currentTarget)
        setErrors(read.success ? {} : errorsOf(read.error))
      },
    },
  }
}

/** The first complaint about each field. */
function errorsOf(error: z.core.$ZodError): Errors {
  const found: Record<string, string> = {}
  for (const { path, message } of error.issues) found[String(path[0])] ??= message
  return found
}

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name' | 'form'> {
  label: string
  name: string
  form: AccountForm
  note?: string
}

/** A labelled field; its note and what is wrong with it are read out with it. */
export function Field({ label, name, form, note, children, ...rest }: FieldProps & { children?: ReactNode }) {
  const error = form.errors[name]
  return (
    <Labelled label={label} note={note} error={error}>
      {(tie) => (
        <div className="relative">
          <TextInput
            name={name}
            className={`w-full ${children ? 'pr-20' : ''} ${error ? 'border-closed' : ''}`}
            {...tie}
            {...rest}
          />
          {children}
        </div>
      )}
    </Labelled>
  )
}

/** A field for a password, which can be looked at. */
export function PasswordField(props: Omit<FieldProps, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        aria-label={UI_TEXTS.password.show(props.label)}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-tap rounded-control px-4 text-s font-semibold text-leaf"
      >
        {shown ? UI_TEXTS.password.hideShort : UI_TEXTS.password.showShort}
      </button>
    </Field>
  )
}

/** What is wrong with the whole. */
export function Trouble({ form: { trouble } }: { form: AccountForm }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {trouble !== null && <p className="rounded-control bg-closed-wash px-4 py-3 text-closed">{trouble}</p>}
    </div>
  )
}
