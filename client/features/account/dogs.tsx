import { DogFields, DOGS_MAX } from '../../../data/model/profile.ts'
import type { Dog } from '../../../data/model/profile.ts'
import { Button } from '../../ui/button.tsx'
import { PawIcon } from '../../ui/icons.tsx'
import { addDog, changeDog, removeDog } from '../../api/account.ts'
import { useAccountChange } from '../../queries/account-calls.ts'
import { useDogs } from '../../queries/profile.ts'
import { Field } from '../../ui/form-fields.tsx'
import { FormError, SubmitButton, useForm } from '../../ui/form.tsx'
import { useOpenInPlace } from '../../ui/open-in-place.ts'
import { Section } from '../../ui/section.tsx'
import { ACCOUNT_TEXTS } from './texts.ts'

const T = ACCOUNT_TEXTS.profile

interface DogFormProps {
  dog?: Dog
  save(fields: DogFields): Promise<unknown>
  onCancel?(): void
}

function DogForm({ dog, save, onCancel }: DogFormProps) {
  const form = useForm({
    schema: DogFields,
    defaultValues: { name: dog?.name ?? '', breed: dog?.breed ?? '' },
    async send(fields) {
      await save(fields)
      form.reset()
    },
  })
  const [label, busyLabel] = dog ? [T.save, T.saving] : [T.add, T.adding]
  return (
    <form {...form.props} className="grid gap-3" aria-label={dog ? T.edit(dog.name) : T.addDog}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field form={form} name="name" label={T.dogName} autoComplete="off" autoFocus={dog !== undefined} />
        <Field form={form} name="breed" label={T.breed} autoComplete="off" />
      </div>
      <FormError form={form} />
      <div className="flex gap-2">
        <SubmitButton form={form} look="outline" busyText={busyLabel}>
          {label}
        </SubmitButton>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {T.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}

function OneDog({ dog }: { dog: Dog }) {
  const editForm = useOpenInPlace()
  const change = useAccountChange((fields: DogFields) => changeDog(dog.id, fields), ['dogs'], {
    quiet: true,
  })
  const remove = useAccountChange(() => removeDog(dog.id), ['dogs'])
  if (editForm.isOpen) {
    return (
      <li className="py-3">
        <DogForm
          dog={dog}
          onCancel={editForm.close}
          save={async (fields) => {
            await change.mutateAsync(fields)
            editForm.close()
          }}
        />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5">
      <PawIcon size={22} className="shrink-0 text-ochre" />
      <span className="min-w-0 flex-[1_1_9rem]">
        <strong>{dog.name}</strong> <span className="text-muted">{dog.breed}</span>
      </span>
      <span className="flex flex-wrap">
        <Button look="quiet" aria-label={T.edit(dog.name)} {...editForm.opener}>
          {T.editShort}
        </Button>
        <Button
          look="quiet"
          aria-label={T.remove(dog.name)}
          aria-disabled={remove.isPending}
          onClick={() => !remove.isPending && remove.mutate(undefined)}
        >
          {T.removeShort}
        </Button>
      </span>
    </li>
  )
}

export function Dogs() {
  const { value: dogs, isStored } = useDogs()
  const add = useAccountChange(addDog, ['dogs'], { quiet: true })
  return (
    <Section title={T.dogs}>
      <fieldset className="contents" disabled={isStored}>
        {dogs?.length === 0 && <p className="text-muted">{T.noDogs}</p>}
        {dogs && dogs.length > 0 && (
          <ul className="divide-y divide-line">
            {dogs.map((dog) => (
              <OneDog key={dog.id} dog={dog} />
            ))}
          </ul>
        )}
        {dogs && dogs.length < DOGS_MAX && <DogForm save={(fields) => add.mutateAsync(fields)} />}
      </fieldset>
    </Section>
  )
}
