import type { ComponentProps } from 'react'
import type { Draft } from '../store/drafts.ts'
import { Labelled, TextArea, TextInput } from '../ui/field.tsx'
import { FORM_TEXTS as T } from './texts.ts'
import type { LetterState } from './use-letter.ts'

/** Names of the fields that hold one text. */
type TextName<D> = { [K in keyof D]: D[K] extends string ? K : never }[keyof D] & string

interface FieldProps<D extends Draft> {
  letter: LetterState<D>
  name: TextName<D>
  label: string
  note?: string
  optional?: boolean
}

function fieldProps<D extends Draft>({ letter, name, label, note, optional = false }: FieldProps<D>) {
  const error = letter.errors[name]
  return {
    labelled: { label: optional ? T.optional(label) : label, note, error },
    control: {
      name,
      value: letter.draft[name] as string,
      readOnly: letter.busy,
      onChange: ({ target }: { target: { value: string } }) =>
        letter.change({ [name]: target.value } as Partial<D>),
      className: `w-full ${error ? 'border-closed' : ''}`,
      ...(optional ? {} : { 'aria-required': true as const }),
    },
  }
}

export function LetterInput<D extends Draft>({
  letter,
  name,
  label,
  note,
  optional,
  ...rest
}: FieldProps<D> & Omit<ComponentProps<'input'>, 'name' | 'form'>) {
  const { labelled, control } = fieldProps({
    letter,
    name,
    label,
    ...(note ? { note } : {}),
    ...(optional ? { optional } : {}),
  })
  return <Labelled {...labelled}>{(tie) => <TextInput {...control} {...tie} {...rest} />}</Labelled>
}

export function LetterArea<D extends Draft>({
  letter,
  name,
  label,
  note,
  optional,
  ...rest
}: FieldProps<D> & Omit<ComponentProps<'textarea'>, 'name' | 'form'>) {
  const { labelled, control } = fieldProps({
    letter,
    name,
    label,
    ...(note ? { note } : {}),
    ...(optional ? { optional } : {}),
  })
  return <Labelled {...labelled}>{(tie) => <TextArea {...control} {...tie} {...rest} />}</Labelled>
}

/** A field that people never see: what bears it was filled in by a program, and is taken by the server and not kept. */
export function Honeypot({ letter }: { letter: LetterState<{ fax: string }> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        {T.fax}{' '}
        <input
          name="fax"
          tabIndex={-1}
          autoComplete="off"
          value={letter.draft.fax}
          onChange={({ target }) => letter.change({ fax: target.value })}
        />
      </label>
    </div>
  )
}
