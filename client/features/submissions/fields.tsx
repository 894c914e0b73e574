import type { ComponentProps } from 'react'
import type { Draft } from '../../store/drafts.ts'
import { Labelled, TextArea, TextInput } from '../../ui/field.tsx'
import { FORM_TEXTS as T } from './texts.ts'
import type { FormState } from './use-submission-form.ts'

/** Names of the text fields of a draft. */
type TextName<D> = { [K in keyof D]: D[K] extends string ? K : never }[keyof D] & string

interface FieldProps<D extends Draft> {
  form: FormState<D>
  name: TextName<D>
  label: string
  note?: string
  optional?: boolean
}

function fieldProps<D extends Draft>({ form, name, label, note, optional = false }: FieldProps<D>) {
  const error = form.errors[name]
  return {
    labelled: { label: optional ? T.optional(label) : label, note, error },
    control: {
      name,
      value: form.draft[name] as string,
      readOnly: form.busy,
      onChange: ({ target }: { target: { value: string } }) =>
        form.change({ [name]: target.value } as Partial<D>),
      className: `w-full ${error ? 'border-closed' : ''}`,
      ...(optional ? {} : { 'aria-required': true as const }),
    },
  }
}

export function FormInput<D extends Draft>({
  form,
  name,
  label,
  note,
  optional,
  ...rest
}: FieldProps<D> & Omit<ComponentProps<'input'>, 'name' | 'form'>) {
  const { labelled, control } = fieldProps({
    form,
    name,
    label,
    ...(note ? { note } : {}),
    ...(optional ? { optional } : {}),
  })
  return (
    <Labelled {...labelled}>
      {(controlProps) => <TextInput {...control} {...controlProps} {...rest} />}
    </Labelled>
  )
}

export function FormTextArea<D extends Draft>({
  form,
  name,
  label,
  note,
  optional,
  ...rest
}: FieldProps<D> & Omit<ComponentProps<'textarea'>, 'name' | 'form'>) {
  const { labelled, control } = fieldProps({
    form,
    name,
    label,
    ...(note ? { note } : {}),
    ...(optional ? { optional } : {}),
  })
  return (
    <Labelled {...labelled}>
      {(controlProps) => <TextArea {...control} {...controlProps} {...rest} />}
    </Labelled>
  )
}

/** A hidden field that only bots fill in. The server accepts such a submission but does not store it. */
export function Honeypot({ form }: { form: FormState<{ fax: string }> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {T.fax}{' '}
        <input
          name="fax"
          tabIndex={-1}
          autoComplete="off"
          value={form.draft.fax}
          onChange={({ target }) => form.change({ fax: target.value })}
        />
      </label>
    </div>
  )
}
