// What to paste into an application: a block in its own format, form fields, or single values.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeBlock } from './CodeBlock.tsx'
import { SettingList } from './SettingList.tsx'
import type { ApplicationSetup } from './get-application-setup.ts'

const secretPlaceholder = 'THE_SECRET'
const randomPlaceholder = 'A_RANDOM_SECRET'
const placeholders = [secretPlaceholder, randomPlaceholder]

interface ApplicationSetupInstructionsProps {
  /** Translated. */
  setup: ApplicationSetup
  isSite: boolean
  /** Null if the secret is unknown or there is none. */
  secret: string | null
}

export function ApplicationSetupInstructions({ setup, isSite, secret }: ApplicationSetupInstructionsProps) {
  const t = useTranslations()
  const views = listViews(setup, isSite)
  const [chosen, setChosen] = useState(views[0]?.id)
  const view = views.find(({ id }) => id === chosen) ?? views[0]
  const shown = JSON.stringify(view)
  const highlighted = secret === null ? placeholders : [secret]
  const { program, location } = setup
  const isFile = program === null && location === null && !isSite
  const inProgram = (place: string) =>
    program === null
      ? isFile
        ? t('connectApplication.saveAs', { file: place })
        : capitalize(place)
      : t('connectApplication.location', { program: program.name, location: place })
  const labels: Readonly<Record<string, string>> = {
    own: t(`connectApplication.${setup.fields.length > 0 ? 'fields' : isFile ? 'file' : 'block'}`),
    values: t('connectApplication.values'),
  }
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      {views.length > 1 && (
        <div role="group" aria-label={t('connectApplication.format')} className="flex flex-wrap gap-2">
          {views.map(({ id }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === view?.id}
              onClick={() => setChosen(id)}
              className="min-h-9 rounded-control border border-edge px-3 py-1 text-small aria-pressed:border-seal aria-pressed:bg-seal-tint aria-pressed:font-semibold pointer-coarse:min-h-11"
            >
              {labels[id] ?? id}
            </button>
          ))}
        </div>
      )}
      {view?.blocks.map(({ location: place, text }, index) => (
        <CodeBlock
          key={`${index} ${place}`}
          label={index === 0 ? inProgram(place) : capitalize(place)}
          text={text}
          highlighted={highlighted}
        />
      ))}
      {view !== undefined && view.fields.length > 0 && (
        <SettingList
          label={view.id === 'own' && location !== null ? inProgram(location) : t('connectApplication.values')}
          settings={view.fields}
          highlighted={highlighted}
        />
      )}
      {secret === null && shown.includes(secretPlaceholder) && (
        <p className="max-w-[60ch] text-small text-soft">
          {t('connectApplication.placeholder', { placeholder: secretPlaceholder })}
        </p>
      )}
      {shown.includes(randomPlaceholder) && (
        <p className="max-w-[60ch] text-small text-soft">
          {t('connectApplication.randomPlaceholder', { placeholder: randomPlaceholder })}
        </p>
      )}
    </div>
  )
}

function listViews({ blocks, fields, values }: ApplicationSetup, isSite: boolean) {
  return [
    ...(isSite
      ? blocks.map((block) => ({ id: block.location, blocks: [block], fields: [] }))
      : blocks.length + fields.length > 0
        ? [{ id: 'own', blocks, fields }]
        : []),
    { id: 'values', blocks: [], fields: values },
  ]
}

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
