import { useState, type ComponentProps, type ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { BOX, Checkbox, Labelled, Select, TextInput } from './field.tsx'
import { errorOf, type FormState } from './form.tsx'

const T = {
  show: (label: string) => `Show ${label}`,
  showShort: 'Show',
  hideShort: 'Hide',
} as const

interface FormFieldProps<V extends FieldValues> {
  form: Pick<FormState<V>, 'register' | 'errors' | 'busy'>
  name: FieldPath<V>
  label: string
  note?: string | undefined
  /** Replaces the schema's message. */
  error?: string | undefined
  /** Whether screen readers announce the field as required. */
  required?: boolean | undefined
  /** Fields that are validated again when this one changes. */
  deps?: FieldPath<V>[] | undefined
}

/** Splits a field's own properties from those of its control, and connects the control to the form. */
function connect<V extends FieldValues, R extends object>({
  form,
  name,
  label,
  note,
  error,
  required,
  deps,
  ...rest
}: FormFieldProps<V> & R) {
  const message = errorOf(form.errors, name)
  return {
    labelled: { label, note, error: message && (error ?? message) },
    control: {
      ...form.register(name, deps ? { deps } : {}),
      ...(required && { 'aria-required': true as const }),
    },
    rest,
  }
}

/** A text field is read-only while the form is being sent: what is sent is what the user sees. */
const textProps = (busy: boolean, error: string | undefined) => ({
  readOnly: busy,
  className: `w-full ${error ? 'border-closed' : ''}`,
})

type InputProps<V extends FieldValues> = FormFieldProps<V> &
  Omit<ComponentProps<'input'>, 'id' | 'name' | 'form' | 'required' | 'className'>

/**
 * A labelled text field; its note and its error are announced with it. `children` are shown inside the field.
 */
export function Field<V extends FieldValues>({ children, ...props }: InputProps<V>) {
  const { labelled, control, rest } = connect(props)
  const { className, readOnly } = textProps(props.form.busy, labelled.error)
  return (
    <Labelled {...labelled}>
      {(controlProps) => (
        <div className="relative">
          <TextInput
            {...control}
            readOnly={readOnly}
            className={`${className} ${children ? 'pr-20' : ''}`}
            {...controlProps}
            {...rest}
          />
          {children}
        </div>
      )}
    </Labelled>
  )
}

/** A password field with a button that shows what is typed. */
export function PasswordField<V extends FieldValues>(props: Omit<InputProps<V>, 'type' | 'children'>) {
  const [shown, setShown] = useState(false)
  return (
    <Field {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        aria-label={T.show(props.label)}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 min-w-tap rounded-control px-4 text-s font-semibold text-leaf"
      >
        {shown ? T.hideShort : T.showShort}
      </button>
    </Field>
  )
}

/** A labelled text field of several lines. */
export function TextAreaField<V extends FieldValues>(
  props: FormFieldProps<V> &
    Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'form' | 'required' | 'className'>,
) {
  const { labelled, control, rest } = connect(props)
  const { className, readOnly } = textProps(props.form.busy, labelled.error)
  return (
    <Labelled {...labelled}>
      {(controlProps) => (
        <textarea
          {...control}
          readOnly={readOnly}
          className={`${BOX} min-h-36 min-w-0 px-4 py-3 ${className}`}
          {...controlProps}
          {...rest}
        />
      )}
    </Labelled>
  )
}

/** A labelled select. `children` are its options. */
export function SelectField<V extends FieldValues>(props: FormFieldProps<V> & { children: ReactNode }) {
  const { labelled, control, rest } = connect(props)
  return <Select {...labelled} {...control} aria-disabled={props.form.busy || undefined} {...rest} />
}

/**
 * One of several checkboxes whose checked values are an array. It cannot be changed while the form is sent.
 */
export function CheckboxField<V extends FieldValues>({
  form,
  name,
  value,
  children,
}: Pick<FormFieldProps<V>, 'form' | 'name'> & { value: string; children: ReactNode }) {
  return (
    <Checkbox
      {...form.register(name)}
      value={value}
      aria-disabled={form.busy || undefined}
      onClick={(event) => {
        if (form.busy) event.preventDefault()
      }}
    >
      {children}
    </Checkbox>
  )
}
