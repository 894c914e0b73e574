import * as Tabs from '@radix-ui/react-tabs'
import { useId } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ArrowLeft } from '../../ui/page-icons.tsx'
import { useTitle } from '../../platform/title.ts'
import { toast } from '../../platform/toast.ts'
import { FONT_SIZE, type Settings } from '../../platform/settings.ts'
import { changeSettings, resetSettings, useSettings } from '../../platform/settings-store.ts'
import { Switch } from './switch.tsx'
import { SETTINGS_TEXTS as T } from './texts.ts'
import { PageTitle } from '../../ui/page-title.tsx'

function FontSize() {
  const id = useId()
  const { fontSize } = useSettings()
  return (
    <div className="grid gap-1 py-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {T.fontSize}
        </label>
        <output htmlFor={id} className="text-l font-bold tabular-nums">
          {T.percent(fontSize)}
        </output>
      </div>
      <p id={`${id}-note`} className="text-s text-muted">
        {T.fontSizeNote}
      </p>
      <input
        id={id}
        type="range"
        min={FONT_SIZE.smallest}
        max={FONT_SIZE.largest}
        step={FONT_SIZE.step}
        value={fontSize}
        aria-valuetext={T.percent(fontSize)}
        aria-describedby={`${id}-note`}
        className="m-0 h-tap w-full cursor-pointer"
        onChange={({ target }) => changeSettings({ fontSize: target.valueAsNumber })}
      />
    </div>
  )
}

function Unit() {
  const { unit } = useSettings()
  const name = useId()
  return (
    <fieldset className="py-1.5">
      <legend className="font-semibold">{T.unit}</legend>
      <p className="text-s text-muted">{T.unitNote}</p>
      <div className="flex flex-wrap gap-x-8">
        {(['miles', 'km'] as const satisfies readonly Settings['unit'][]).map((choice) => (
          <label key={choice} className="flex min-h-tap items-center gap-3">
            <input
              type="radio"
              name={name}
              checked={unit === choice}
              className="m-0 size-6 shrink-0"
              onChange={() => {
                changeSettings({ unit: choice })
                toast({ title: T.unitChanged(T[choice].toLowerCase()) })
              }}
            />
            {T[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function KeyGuide() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-2 py-1.5">
      <h2 id={id} className="text-l">
        {T.guide}
      </h2>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-line-strong text-s text-muted">
            <th scope="col" className="py-2 pr-4 font-semibold">
              {T.key}
            </th>
            <th scope="col" className="py-2 font-semibold">
              {T.does}
            </th>
          </tr>
        </thead>
        <tbody>
          {T.keys.map(([key, does]) => (
            <tr key={key} className="border-b border-line last:border-0">
              <th scope="row" className="py-2.5 pr-4 align-top font-normal">
                <kbd className="inline-block rounded-small border-control border-line-strong bg-sunken px-2 font-sans font-semibold">
                  {key}
                </kbd>
              </th>
              <td className="py-2.5">{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-s text-muted">{T.alsoKeys}</p>
    </section>
  )
}

const PANEL = 'card divide-y divide-line px-4 py-2 md:px-6'

export default function AccessibilityPage() {
  useTitle(T.title)
  return (
    <div className="wrap grid grid-cols-[minmax(0,44rem)] gap-5 py-7 md:py-10">
      <div className="grid gap-2">
        <ButtonLink to="/" look="quiet" className="-ml-2 justify-self-start">
          <ArrowLeft size={20} /> {T.back}
        </ButtonLink>
        <PageTitle>{T.title}</PageTitle>
        <p className="text-muted">{T.lead}</p>
      </div>
      <Tabs.Root defaultValue="visual" className="stack gap-4">
        <Tabs.List
          aria-label={T.tabsLabel}
          className="grid gap-1 rounded-control bg-sunken p-1 sm:grid-cols-2 lg:grid-cols-4"
        >
          {(Object.keys(T.tabs) as (keyof typeof T.tabs)[]).map((tab) => (
            <Tabs.Trigger
              key={tab}
              value={tab}
              className="min-h-tap rounded-small border-control border-transparent px-2 py-1.5 text-s leading-tight font-semibold text-muted hover:text-ink
                data-[state=active]:border-leaf data-[state=active]:bg-surface data-[state=active]:text-leaf"
            >
              {T.tabs[tab]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value="visual" className={PANEL}>
          <Switch setting="highContrast" note={T.highContrastNote} />
          <Switch setting="reduceMotion" note={T.reduceMotionNote} />
        </Tabs.Content>
        <Tabs.Content value="text" className={PANEL}>
          <FontSize />
          <Switch setting="largeText" note={T.largeTextNote} />
          <Switch setting="textSpacing" note={T.textSpacingNote} />
          <div className="grid gap-1 py-3">
            <h2 className="text-m">{T.sample}</h2>
            <p>{T.sampleText}</p>
          </div>
        </Tabs.Content>
        <Tabs.Content value="navigation" className={PANEL}>
          <Switch setting="screenReader" note={T.screenReaderNote} />
          <Unit />
        </Tabs.Content>
        <Tabs.Content value="keyboard" className={PANEL}>
          <Switch setting="shortcuts" note={T.shortcutsNote} />
          <KeyGuide />
        </Tabs.Content>
      </Tabs.Root>
      <Button
        look="outline"
        className="justify-self-start"
        onClick={() => {
          resetSettings()
          toast({ title: T.resetDone, description: T.resetDoneBody })
        }}
      >
        {T.reset}
      </Button>
    </div>
  )
}
