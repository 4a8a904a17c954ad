import { useState } from 'react'
import type { SiteBranding } from '@countersign/api/site-branding-types'
import { interfaceLanguageNames, interfaceLanguages } from '@countersign/api/interface-languages'
import { deriveDraftAccentColors, SignInPagePreview } from '../sign-in-preview/SignInPagePreview.tsx'
import { applySiteAccentColors } from '../../../api/apply-site-branding.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { Card } from '../../../ui/PageSection.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useToast } from '../../../ui/toast-context.ts'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { AccentColorField, isInvalidAccentColor } from '../AccentColorField.tsx'
import { AdminConsoleForm } from '../AdminConsoleForm.tsx'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useAdminMutation } from '../admin-query-hooks.ts'
import { SiteLogoUpload } from './SiteLogoUpload.tsx'
import type { ChangeBrandingRequestBody, ServerSettingsResponse } from './server-settings-response-type.ts'

const productName = 'Countersign'
const modes = ['light', 'dark'] as const
const links = ['termsUrl', 'privacyUrl', 'helpUrl'] as const

export function SiteBrandingForm({ branding: { logo, ...kept } }: Pick<ServerSettingsResponse, 'branding'>) {
  const t = useTranslations()
  const toast = useToast()
  const [edits, setEdits] = useState<Partial<ChangeBrandingRequestBody>>({})
  const draft = { ...kept, ...edits }
  const edit = (changed: Partial<ChangeBrandingRequestBody>) => setEdits({ ...edits, ...changed })
  const missingPermission = useMissingPermissionReason('settings.change')
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept)
  const mutation = useAdminMutation('changeBranding', ['readSettings'], (_, { body }) => {
    setEdits({})
    applySiteAccentColors(toSiteBranding(body, logo).accents)
    toast({ text: t('adminSettings.branding.saved') })
  })
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
      labels={{
        save: t('adminSettings.branding.save'),
        saving: t('adminSettings.branding.saving'),
        undo: t('adminSettings.branding.discard'),
      }}
      disabledReason={
        missingPermission ?? (isChanged || mutation.isPending ? undefined : t('adminSettings.branding.unchanged'))
      }
      className="gap-4"
      onSubmit={() => isChanged && !isFaulty && mutation.mutate({ body: draft })}
      {...(isChanged && {
        onUndo: () => {
          setEdits({})
          mutation.reset()
        },
      })}
    >
      <Card className="grid grid-cols-1 gap-x-8 gap-y-6 px-4 py-5 sm:px-5 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
        <div className="grid grid-cols-1 content-start gap-4 xl:grid-cols-2">
          <TextField
            label={t('adminSettings.branding.name')}
            hint={t('adminSettings.branding.nameHint', { name: productName })}
            placeholder={productName}
            maxLength={64}
            autoComplete="off"
            value={draft.name ?? ''}
            onChange={({ target }) => edit({ name: target.value || null })}
          />
          <SiteLogoUpload logo={logo} />
          {modes.map((mode) => (
            <AccentColorField
              key={mode}
              mode={mode}
              label={t(`adminSettings.branding.${mode}`)}
              hint={t('adminSettings.branding.colourHint')}
              value={draft.colors[mode] ?? ''}
              onChange={(colour) => edit({ colors: { ...draft.colors, [mode]: colour || null } })}
            />
          ))}
        </div>
        <div className="grid grid-cols-1 content-start gap-4 xl:grid-cols-2">
          {links.map((link) => (
            <TextField
              key={link}
              label={t(`adminSettings.branding.${link}`)}
              hint={t('adminSettings.branding.urlHint')}
              placeholder="https://"
              fault={linkFault(link)}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={draft[link] ?? ''}
              onChange={({ target }) => edit({ [link]: target.value.trim() || null })}
            />
          ))}
          <CheckboxGroup
            legend={t('adminSettings.branding.languages')}
            fault={draft.languages.length === 0 ? t('adminSettings.branding.noLanguage') : null}
            options={interfaceLanguages.map((value) => ({
              value,
              label: <span lang={value}>{interfaceLanguageNames[value]}</span>,
            }))}
            chosen={draft.languages}
            onChange={(chosen) => edit({ languages: chosen })}
          />
        </div>
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
