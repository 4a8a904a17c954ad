import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { deriveDraftAccentColors, SignInPagePreview } from '../sign-in-preview/SignInPagePreview.tsx'
import { useTranslations } from 'use-intl'
import { AccentColorField } from '../AccentColorField.tsx'
import { FormSection } from '../AdminConsoleForm.tsx'
import {
  getApplicationDefinitionAccentColor,
  getApplicationDefinitionString,
  getApplicationDefinitionStringList,
} from './application-definition-draft.ts'
import type { ApplicationDefinitionJson } from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

export function ApplicationAccentColorFields() {
  const { draft, stored, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const colors = {
    light: getApplicationDefinitionAccentColor(draft, 'light'),
    dark: getApplicationDefinitionAccentColor(draft, 'dark'),
  }
  const logo = stored?.logo ?? null
  return (
    <FormSection title={t('adminApplications.look.title')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <AccentColorField
            key={mode}
            mode={mode}
            label={t(`adminApplications.look.${mode}`)}
            hint={t('adminApplications.look.hint')}
            value={colors[mode]}
            onChange={(colour) =>
              put({ colors: { light: colors.light || null, dark: colors.dark || null, [mode]: colour || null } })
            }
          />
        ))}
      </div>
      <SignInPagePreview key={logo} asks={buildPreviewInteraction(draft, logo, deriveDraftAccentColors(colors))} />
    </FormSection>
  )
}

type Interaction = ApiEndpointOutput<'readInteraction'>

function buildPreviewInteraction(
  draft: ApplicationDefinitionJson,
  logo: string | null,
  accents: Interaction['accents'],
): Interaction {
  const id = getApplicationDefinitionString(draft, 'id')
  const address = getApplicationDefinitionStringList(draft, 'redirectUris').find((one) => one !== '')
  return {
    id,
    prompt: 'sign-in',
    application: { id, name: getApplicationDefinitionString(draft, 'name') || id || '…', logo, uri: null },
    destination: (address && URL.parse(address)?.host) || '…',
    items: [],
    resources: [],
    consentFingerprint: '',
    wallet: null,
    expectedAddress: null,
    missingGroups: null,
    groups: [],
    requestedMethod: 'any',
    accepts: null,
    accents,
  }
}
