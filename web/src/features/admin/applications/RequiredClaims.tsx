// The claims and scopes that an application requires, each with the reason that people read.
import { requirableClaims } from '@countersign/api/scopes'
import type { RequirableClaim } from '@countersign/api/scopes'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { objectsOf, sayFault, textOf, textsOf } from './draft.ts'
import type { Definition } from './draft.ts'
import { useDefinition } from './use-definition.ts'

/** Whether the application may request it. */
function isPossible(draft: Definition, claim: RequirableClaim): boolean {
  if (claim === 'email') return textOf(draft, 'email') !== 'none'
  return textsOf(draft, 'scopes').includes(claim === 'name' || claim === 'preferred_username' ? 'profile' : claim)
}

export function RequiredClaims() {
  const { draft, faults, faultOf, put } = useDefinition()
  const t = useTranslations()
  const listed = objectsOf(draft, 'requires')
  const chosen = requirableClaims.filter((claim) => listed.some((entry) => entry.claim === claim))
  const reasonOf = (claim: RequirableClaim): string =>
    textOf(listed.find((entry) => entry.claim === claim) ?? {}, 'reason')
  const change = (claims: readonly RequirableClaim[], reasons: Partial<Record<RequirableClaim, string>> = {}) =>
    put({
      requires: claims.map((claim) => {
        const reason = reasons[claim] ?? reasonOf(claim)
        return { claim, ...(reason !== '' && { reason }) }
      }),
    })
  const whole = faults.find(({ path }) => path === 'requires' || /^requires\[\d+\](?!\.reason)/.test(path))
  return (
    <>
      <CheckBoxes
        legend={t('adminApplications.requires.legend')}
        hint={t('adminApplications.requires.hint')}
        fault={whole === undefined ? null : sayFault(t, whole)}
        options={requirableClaims
          .filter((claim) => chosen.includes(claim) || isPossible(draft, claim))
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
