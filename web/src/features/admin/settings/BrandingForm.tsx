// How the site presents itself: its name, its colours with whether they can be read, its languages and links.
import { useState } from 'react'
import type { SiteBranding } from '@countersign/api/branding'
import { languageNames, languages } from '@countersign/api/languages'
import { accentsOf, SignInPreview } from '../../page-preview/SignInPreview.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { Sheet } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { ColourField, isFaultyColour } from '../ColourField.tsx'
import { EditForm } from '../form.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'
import type { Choices, Settings } from './settings.ts'

const modes = ['light', 'dark'] as const
const links = ['termsUrl', 'privacyUrl', 'helpUrl'] as const

export function BrandingForm({ branding: { mark: logo, ...kept } }: Pick<Settings, 'branding'>) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [draft, setDraft] = useState<Choices>(kept)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept)
  const change = useAdminChange('changeBranding', ['readSettings'], () => announce(t('adminSettings.branding.saved')))
  const linkFault = (link: (typeof links)[number]) =>
    draft[link] === null || URL.parse(draft[link])?.protocol === 'https:' ? null : t('adminSettings.branding.noUrl')
  const isFaulty =
    modes.some((mode) => isFaultyColour(mode, draft.colours[mode] ?? '')) ||
    draft.languages.length === 0 ||
    links.some((link) => linkFault(link) !== null)

  return (
    <EditForm
      change={change}
      isBusy={false}
      isChanged={isChanged}
      isSaveShown={isChanged}
      words={{
        save: t('adminSettings.branding.save'),
        saving: t('adminSettings.branding.saving'),
        undo: t('adminSettings.branding.discard'),
      }}
      lacking={useLacking('settings.change')}
      className="gap-4"
      onSubmit={() => isChanged && !isFaulty && change.mutate({ body: draft })}
      onUndo={() => {
        setDraft(kept)
        change.reset()
      }}
    >
      <Sheet className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">
        <TextField
          label={t('adminSettings.branding.name')}
          hint={t('adminSettings.branding.nameHint')}
          maxLength={64}
          autoComplete="off"
          value={draft.name ?? ''}
          onChange={({ target }) => setDraft({ ...draft, name: target.value || null })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          {modes.map((mode) => (
            <ColourField
              key={mode}
              mode={mode}
              label={t(`adminSettings.branding.${mode}`)}
              hint={t('adminSettings.branding.colourHint')}
              value={draft.colours[mode] ?? ''}
              onChange={(colour) => setDraft({ ...draft, colours: { ...draft.colours, [mode]: colour || null } })}
            />
          ))}
        </div>
        <CheckBoxes
          legend={t('adminSettings.branding.languages')}
          fault={draft.languages.length === 0 ? t('adminSettings.branding.noLanguage') : null}
          options={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
          chosen={draft.languages}
          onChange={(chosen) => setDraft({ ...draft, languages: chosen })}
        />
        {links.map((link) => (
          <TextField
            key={link}
            label={t(`adminSettings.branding.${link}`)}
            hint={t('adminSettings.branding.urlHint')}
            fault={linkFault(link)}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={draft[link] ?? ''}
            onChange={({ target }) => setDraft({ ...draft, [link]: target.value.trim() || null })}
          />
        ))}
        <SignInPreview site={siteOf(draft, logo)} />
      </Sheet>
    </EditForm>
  )
}

/** What is chosen as a page has it, once it is saved. */
function siteOf({ name, colours, languages: offered, ...links }: Choices, mark: string | null): SiteBranding {
  const accents = accentsOf({ light: colours.light ?? '', dark: colours.dark ?? '' })
  return {
    ...links,
    languages: languages.filter((language) => offered.includes(language)),
    name: cleanText(name ?? '', 64) || null,
    accents,
    mark,
  }
}
