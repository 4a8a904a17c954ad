import { requirableClaims } from '@countersign/api/oauth-scopes'
import type { RequirableClaim } from '@countersign/api/oauth-scopes'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import {
  getApplicationDefinitionObjectList,
  translateApplicationDefinitionError,
  getApplicationDefinitionString,
  getApplicationDefinitionStringList,
} from './application-definition-draft.ts'
import type { ApplicationDefinitionJson } from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

function canRequestClaim(draft: ApplicationDefinitionJson, claim: RequirableClaim): boolean {
  if (claim === 'email') return getApplicationDefinitionString(draft, 'email') !== 'none'
  return getApplicationDefinitionStringList(draft, 'scopes').includes(
    claim === 'name' || claim === 'preferred_username' ? 'profile' : claim,
  )
}

export function RequiredClaimsFields() {
  const { draft, errors, faultOf, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const listed = getApplicationDefinitionObjectList(draft, 'requires')
  const chosen = requirableClaims.filter((claim) => listed.some((entry) => entry.claim === claim))
  const reasonOf = (claim: RequirableClaim): string =>
    getApplicationDefinitionString(listed.find((entry) => entry.claim === claim) ?? {}, 'reason')
  const change = (claims: readonly RequirableClaim[], reasons: Partial<Record<RequirableClaim, string>> = {}) =>
    put({
      requires: claims.map((claim) => {
        const reason = reasons[claim] ?? reasonOf(claim)
        return { claim, ...(reason !== '' && { reason }) }
      }),
    })
  const whole = errors.find(({ path }) => path === 'requires' || /^requires\[\d+\](?!\.reason)/.test(path))
  return (
    <>
      <CheckboxGroup
        legend={t('adminApplications.requires.legend')}
        hint={t('adminApplications.requires.hint')}
        fault={whole === undefined ? null : translateApplicationDefinitionError(t, whole)}
        options={requirableClaims
          .filter((claim) => chosen.includes(claim) || canRequestClaim(draft, claim))
          .map((value) => ({
            value,
            label: (
              <>
                <code className="font-mono text-small">{value}</code> –{' '}
                {t(`adminApplications.requires.claims.${value}`)}
              </>
            ),
          }))}
        chosen={chosen}
        onChange={change}
      />
      {chosen.map((claim, place) => (
        <TextField
          key={claim}
          label={t('adminApplications.requires.reason', { claim })}
          hint={t('adminApplications.requires.reasonHint')}
          fault={faultOf(`requires[${place}].reason`)}
          maxLength={200}
          autoComplete="off"
          value={reasonOf(claim)}
          onChange={({ target }) => change(chosen, { [claim]: target.value })}
        />
      ))}
    </>
  )
}
