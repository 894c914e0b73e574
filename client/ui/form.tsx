import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, type ComponentProps, type FormEvent, type Ref } from 'react'
import {
  useForm as useHookForm,
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { isExplained, sentenceOf } from '../platform/explained-error.ts'
import { Button, type ButtonLook } from './button.tsx'

/** A form's state, for its fields and buttons. `V`: the values of its fields by name. */
export interface FormState<V extends FieldValues> extends Pick<
  UseFormReturn<V>,
  'register' | 'watch' | 'setValue' | 'getValues' | 'setError' | 'clearErrors'
> {
  errors: FieldErrors<V>
  /** Whether it is being sent. */
  busy: boolean
  /** Replaces all values and removes the errors. Without values, the initial ones. */
  reset(values?: V): void
  /** For the `form` element. */
  props: {
    ref: Ref<HTMLFormElement>
    noValidate: true
    'aria-busy': boolean
    onSubmit(event: FormEvent<HTMLFormElement>): void
  }
}

interface FormOptions<V extends FieldValues, T> {
  /** Validates the values and converts them to what is sent. */
  schema: z.ZodMiniType<T, V>
  defaultValues?: DefaultValues<V>
  /** Values that may change while the form is open. Fields that the user has changed keep theirs. */
  values?: V
  /** Called with valid values, never again before it has settled. Rejects if sending failed. */
  send(values: T): Promise<unknown>
}

const CONTROLS = 'input, select, textarea'

/** The first control that is invalid, or is in a group that is. */
function firstInvalid(form: HTMLFormElement): HTMLElement | null | undefined {
  const invalid = form.querySelector<HTMLElement>('[aria-invalid=true]')
  return invalid?.matches(CONTROLS) ? invalid : invalid?.querySelector<HTMLElement>(CONTROLS)
}

/**
 * A form that is validated when it is submitted, and from then on each field when it changes. The first
 * invalid field is focused. An error of the server that names a field is shown at that field, any other by
 * {@link FormError}.
 */
export function useForm<V extends FieldValues, T>({
  schema,
  defaultValues,
  values,
  send,
}: FormOptions<V, T>): FormState<V> {
  const { handleSubmit, reset, formState, ...form } = useHookForm<V, unknown, T>({
    resolver: standardSchemaResolver(schema),
    shouldFocusError: false,
    ...(defaultValues === undefined ? {} : { defaultValues }),
    ...(values === undefined ? {} : { values, resetOptions: { keepDirtyValues: true } }),
  })
  const { errors, isSubmitting, submitCount } = formState
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)

  // Once the errors are in the document, so that screen readers announce them with the focused field.
  useEffect(() => {
    if (submitCount > 0 && element.current) firstInvalid(element.current)?.focus()
  }, [submitCount])

  return {
    ...form,
    // Fields stay registered, or what is typed before they are drawn again would be lost. Those that the user has
    // changed are replaced, too: `resetOptions` is for new `values`.
    reset: (values) => reset(values, { keepFieldsRef: true, keepDirtyValues: false }),
    errors,
    busy: isSubmitting,
    props: {
      ref: element,
      noValidate: true,
      'aria-busy': isSubmitting,
      onSubmit(event) {
        event.preventDefault()
        if (sending.current) return
        sending.current = true
        const { elements } = event.currentTarget
        const submit = handleSubmit(async (values) => {
          try {
            await send(values)
          } catch (error) {
            const field = isExplained(error) ? error.field : null
            const isOurs = field !== null && elements.namedItem(field) !== null
            form.setError(isOurs ? (field as FieldPath<V>) : 'root', { message: sentenceOf(error) })
          }
        })
        void submit().finally(() => {
          sending.current = false
        })
      },
    },
  }
}

/** The validation error of a field. */
export const errorOf = <V extends FieldValues>(errors: FieldErrors<V>, name: FieldPath<V>) =>
  (errors as FieldErrors)[name]?.message as string | undefined

/** The error of the form as a whole, such as one of the server. */
export function FormError<V extends FieldValues>({
  form: { errors },
}: {
  form: Pick<FormState<V>, 'errors'>
}) {
  const message = errors.root?.message
  return (
    <div role="alert" className="empty:-mt-4">
      {message && <p className="rounded-control bg-closed-wash px-4 py-3 text-closed">{message}</p>}
    </div>
  )
}

/** Submits the form. While it is being sent, the button says so and submits nothing. */
export function SubmitButton({
  form: { busy },
  busyText,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'form' | 'type' | 'children'> & {
  form: { busy: boolean }
  busyText: string
  children: string
  look?: ButtonLook
}) {
  return (
    <Button type="submit" aria-disabled={busy} {...rest}>
      {busy ? busyText : children}
    </Button>
  )
}
