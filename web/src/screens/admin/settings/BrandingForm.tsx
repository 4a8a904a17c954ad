// How the site presents itself: its name, its colours with whether they can be read, its languages and links.
import { useState } from 'react'
import type { SiteBranding } from '@countersign/api/branding'
import { languageNames, languages } from '@countersign/api/languages'
import { accentsOf, SignInPreview } from '../../../page-preview/SignInPreview.tsx'
import { problemToSay } from '../../../answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { cleanText } from '../../../ui/clean-text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Sheet } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { ColourField, isFaultyColour } from '../ColourField.tsx'
import { useLacking } from '../Guarded.tsx'
import { useAdminChange } from '../queries.ts'
import { Unsaved } from '../Unsaved.tsx'
import { SaveBar } from '../workbench/SaveBar.tsx'
import type { Choices, Settings } from './settings.ts'

const modes = ['light', 'dark'] as const
const links = ['termsUrl', 'privacyUrl', 'helpUrl'] as const

export function BrandingForm({ branding: { mark: logo, ...kept } }: Pick<Settings, 'branding'>) {
  const { branding: words } = useChapter('adminSettings')
  const lacking = useLacking('settings.change')
  const announce = useAnnounce()
  const [draft, setDraft] = useState<Choices>(kept)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept)
  const change = useAdminChange('changeBranding', ['readSettings'], () => announce(words.saved))
  const problem = problemToSay(change.error)
  const linkFault = (link: (typeof links)[number]) =>
    draft[link] === null || URL.parse(draft[link])?.protocol === 'https:' ? null : words.noUrl
  const languageFault = draft.languages.length === 0 ? words.noLanguage : null
  const isFaulty =
    modes.some((mode) => isFaultyColour(mode, draft.colours[mode] ?? '')) ||
    languageFault !== null ||
    links.some((link) => linkFault(link) !== null)

  function save(form: HTMLFormElement) {
    if (!isFaulty) return change.mutate({ body: draft })
    form.querySelector<HTMLInputElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending && lacking === undefined && isChanged) save(event.currentTarget)
      }}
    >
      <Unsaved isUnsaved={() => !change.isPending && isChanged} />
      <Sheet className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">
        <TextField
          label={words.name}
          hint={words.nameHint}
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
              label={words[mode]}
              hint={words.colourHint}
              value={draft.colours[mode] ?? ''}
              onChange={(colour) => setDraft({ ...draft, colours: { ...draft.colours, [mode]: colour || null } })}
            />
          ))}
        </div>
        <fieldset className="grid gap-0.5">
          <legend className="font-semibold">{words.languages}</legend>
          {languages.map((language) => (
            <label key={language} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={draft.languages.includes(language)}
                aria-invalid={languageFault !== null}
                onChange={({ target }) =>
                  setDraft({
                    ...draft,
                    languages: languages.filter((other) =>
                      other === language ? target.checked : draft.languages.includes(other),
                    ),
                  })
                }
                className="size-4 shrink-0 accent-seal"
              />
              <span lang={language}>{languageNames[language]}</span>
            </label>
          ))}
          <p role="alert" className="text-small text-red">
            {languageFault}
          </p>
        </fieldset>
        {links.map((link) => (
          <TextField
            key={link}
            label={words[link]}
            hint={words.urlHint}
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
      {isChanged && (
        <SaveBar
          label={words.save}
          busyLabel={words.saving}
          isBusy={change.isPending}
          lacking={lacking}
          undoLabel={words.discard}
          onUndo={() => {
            setDraft(kept)
            change.reset()
          }}
        >
          {problem && <ErrorState problem={problem} />}
        </SaveBar>
      )}
    </form>
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
