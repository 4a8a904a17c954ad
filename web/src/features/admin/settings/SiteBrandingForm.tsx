import { useState } from 'react'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import { interfaceLanguageNames, interfaceLanguages } from '@countersign/api/interface-languages'
import { deriveDraftAccentColors, SignInPagePreview } from '../sign-in-preview/SignInPagePreview.tsx'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { AccentColorField, isInvalidAccentColor } from '../AccentColorField.tsx'
import { AdminConsoleForm } from '../AdminConsoleForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation } from '../admin-query-hooks.ts'
import type { ChangeBrandingRequestBody, ServerSettingsResponse } from './server-settings-response-type.ts'

const modes = ['light', 'dark'] as const
const links = ['termsUrl', 'privacyUrl', 'helpUrl'] as const

export function SiteBrandingForm({ branding: { logo, ...kept } }: Pick<ServerSettingsResponse, 'branding'>) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [draft, setDraft] = useState<ChangeBrandingRequestBody>(kept)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept)
  const mutation = useAdminMutation('changeBranding', ['readSettings'], () =>
    announce(t('adminSettings.branding.saved')),
  )
  const linkFault = (link: (typeof links)[number]) =>
    draft[link] === null || URL.parse(draft[link])?.protocol === 'https:' ? null : t('adminSettings.branding.noUrl')
  const isFaulty =
    modes.some((mode) => isInvalidAccentColor(mode, draft.colors[mode] ?? '')) ||
    draft.languages.length === 0 ||
    links.some((link) => linkFault(link) !== null)

  return (
    <AdminConsoleForm
      mutation={mutation}
      isBusy={false}
      isChanged={isChanged}
      isSaveShown={isChanged}
      labels={{
        save: t('adminSettings.branding.save'),
        saving: t('adminSettings.branding.saving'),
        undo: t('adminSettings.branding.discard'),
      }}
      disabledReason={useMissingPermissionReason('settings.change')}
      className="gap-4"
      onSubmit={() => isChanged && !isFaulty && mutation.mutate({ body: draft })}
      onUndo={() => {
        setDraft(kept)
        mutation.reset()
      }}
    >
      <Card className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">
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
            <AccentColorField
              key={mode}
              mode={mode}
              label={t(`adminSettings.branding.${mode}`)}
              hint={t('adminSettings.branding.colourHint')}
              value={draft.colors[mode] ?? ''}
              onChange={(colour) => setDraft({ ...draft, colors: { ...draft.colors, [mode]: colour || null } })}
            />
          ))}
        </div>
        <CheckboxGroup
          legend={t('adminSettings.branding.languages')}
          fault={draft.languages.length === 0 ? t('adminSettings.branding.noLanguage') : null}
          options={interfaceLanguages.map((value) => ({
            value,
            label: <span lang={value}>{interfaceLanguageNames[value]}</span>,
          }))}
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
        <SignInPagePreview site={toSiteBranding(draft, logo)} />
      </Card>
    </AdminConsoleForm>
  )
}

function toSiteBranding(
  { name, colors, languages: offered, ...links }: ChangeBrandingRequestBody,
  mark: string | null,
): SiteBranding {
  const accents = deriveDraftAccentColors({ light: colors.light ?? '', dark: colors.dark ?? '' })
  return {
    ...links,
    languages: interfaceLanguages.filter((language) => offered.includes(language)),
    name: sanitizeDisplayText(name ?? '', 64) || null,
    accents,
    logo: mark,
  }
}
