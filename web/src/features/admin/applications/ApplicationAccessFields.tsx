import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { SignInPolicyRehearsal } from '../rehearsal/lazy-rehearsals.tsx'
import { FormSection } from '../AdminConsoleForm.tsx'
import { getApplicationDefinitionStringList } from './application-definition-draft.ts'
import { getSignInPolicyDraft } from './get-sign-in-policy-draft.ts'
import { OwnApplicationFields } from './OwnApplicationFields.tsx'
import { SignInPolicyFields } from './SignInPolicyFields.tsx'
import { AllowedResourceFields } from './AllowedResourceFields.tsx'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

export function ApplicationAccessFields() {
  const form = useApplicationDefinitionFormContext()
  const { draft, faultOf, put } = form
  const t = useTranslations()
  return (
    <>
      {draft.kind !== 'machine' && (
        <div className="@container">
          <div className="grid grid-cols-1 gap-6 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
            <FormSection title={t('adminApplications.policy.title')}>
              <SignInPolicyFields />
            </FormSection>
            <div>
              <div className="@4xl:sticky @4xl:top-4">
                <SignInPolicyRehearsal {...getSignInPolicyDraft(form)} />
              </div>
            </div>
          </div>
        </div>
      )}
      <FormSection title={t('adminApplications.own.title')}>
        <OwnApplicationFields />
      </FormSection>
      {draft.kind !== 'site' && (
        <FormSection title={t('adminResources.choice.title')}>
          <AllowedResourceFields />
        </FormSection>
      )}
      {/* Without a secret, refresh tokens always rotate. */}
      {getApplicationDefinitionStringList(draft, 'grantTypes').includes('refresh_token') &&
        draft.authentication !== 'none' && (
          <FormSection title={t('adminApplications.refreshTokens.title')}>
            <CheckboxGroup
              legend={t('adminApplications.refreshTokens.legend')}
              hint={t('adminApplications.refreshTokens.hint')}
              fault={faultOf('rotateRefreshTokens')}
              options={[{ value: 'rotate', label: t('adminApplications.refreshTokens.rotate') }]}
              chosen={draft.rotateRefreshTokens === true ? ['rotate'] : []}
              onChange={(chosen) => put({ rotateRefreshTokens: chosen.length > 0 })}
            />
          </FormSection>
        )}
    </>
  )
}
