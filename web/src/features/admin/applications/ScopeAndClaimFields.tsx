import { supportedOAuthScopes } from '@countersign/api/oauth-scopes'
import { SelectField } from '../../../ui/SelectField.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { FormSection } from '../AdminConsoleForm.tsx'
import { ClaimMappingFields } from './ClaimMappingFields.tsx'
import { getApplicationDefinitionString, getApplicationDefinitionStringList } from './application-definition-draft.ts'
import { RequiredClaimsFields } from './RequiredClaimsFields.tsx'
import { OAuthScopeLabel } from './OAuthScopeLabel.tsx'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

/** A site behind the proxy gets headers, and no header corresponds to these scopes. */
const tokenOnlyScopes: ReadonlySet<string> = new Set(['proof', 'offline_access'])

export function ScopeAndClaimFields() {
  const { draft, boxes } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const isSite = draft.kind === 'site'
  if (draft.kind === 'machine') return <p className="text-soft">{t('adminApplications.noPeople')}</p>
  return (
    <>
      <FormSection title={t('adminApplications.asks')}>
        <CheckboxGroup
          legend={t('adminApplications.fields.scopes')}
          options={supportedOAuthScopes
            .filter((scope) => !isSite || !tokenOnlyScopes.has(scope))
            .map((value) => ({ value, label: <OAuthScopeLabel scope={value} /> }))}
          {...boxes('scopes')}
        />
        {!isSite && <EmailClaimSelect />}
        {getApplicationDefinitionStringList(draft, 'scopes').includes('profile') && <UsernameClaimSelect />}
      </FormSection>
      <FormSection title={t('adminApplications.requires.title')}>
        <RequiredClaimsFields />
      </FormSection>
      {!isSite && (
        <FormSection title={t('adminApplications.mapping.title')}>
          <ClaimMappingFields />
        </FormSection>
      )}
    </>
  )
}

function EmailClaimSelect() {
  const { draft, choice } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  return (
    <div className="grid max-w-120 gap-1">
      <SelectField
        label={t('adminApplications.email.label')}
        options={(['none', 'verified', 'alias'] as const).map((value) => ({
          value,
          label: t(`adminApplications.email.options.${value}`),
        }))}
        {...choice('email')}
      />
      {draft.email === 'verified' && (
        <p className="text-small text-soft">{t('adminApplications.email.verifiedText')}</p>
      )}
      {draft.email === 'alias' && <p className="text-small text-amber">{t('adminApplications.email.aliasText')}</p>}
    </div>
  )
}

function UsernameClaimSelect() {
  const { draft, stored, choice } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const isSwitched =
    stored !== null &&
    stored.people > 0 &&
    stored.definition.preferredUsername !== getApplicationDefinitionString(draft, 'preferredUsername')
  return (
    <div className="grid gap-3">
      <div className="grid max-w-120">
        <SelectField
          label={t('adminApplications.names.label')}
          options={(['user-name', 'display-name'] as const).map((value) => ({
            value,
            label: t(`adminApplications.names.options.${value}`),
          }))}
          {...choice('preferredUsername')}
        />
      </div>
      {isSwitched && (
        <InlineNotice tone="attention" title={t('adminApplications.names.concerns', { count: stored.people })}>
          <p>
            {draft.preferredUsername === 'user-name'
              ? t('adminApplications.names.toUserName')
              : t('adminApplications.names.toDisplayName')}
          </p>
        </InlineNotice>
      )}
    </div>
  )
}
