import { oidcClaimLocations, claimsByScope } from '@countersign/api/claims-by-scope'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import {
  isClaimLocation,
  toClaimMappingDraft,
  parseClaimValueInput,
  setOrRemoveObjectProperty,
  formatClaimValueForInput,
} from './claim-mapping-draft.ts'
import type { ClaimMappingDraft } from './claim-mapping-draft.ts'
import { ClaimNameValueFields } from './ClaimNameValueFields.tsx'
import { getApplicationDefinitionStringList } from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

const nameField = { ...verbatimInputProps, maxLength: 128 } as const

export function ClaimMappingFields() {
  const { choice } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const mapping = useClaimMapping()
  return (
    <>
      <p className="max-w-[60ch] text-small text-soft">{t('adminApplications.mapping.text')}</p>
      <div className="grid max-w-80">
        <SelectField
          label={t('adminApplications.mapping.claimsIn')}
          options={[
            { value: 'userinfo', label: t('adminApplications.mapping.places.userinfo') },
            { value: 'id-token', label: t('adminApplications.mapping.places.both') },
          ]}
          {...choice('claimsIn')}
        />
      </div>
      <RenamedClaimFields mapping={mapping} />
      <ConstantClaimFields mapping={mapping} />
      <RoleClaimFields mapping={mapping} />
    </>
  )
}

interface ClaimMapping {
  claims: ClaimMappingDraft
  change: (changes: Partial<ClaimMappingDraft>) => void
  faultOf: (...path: string[]) => string | null
}

function useClaimMapping(): ClaimMapping {
  const { draft, faultOf: faultAt, put } = useApplicationDefinitionFormContext()
  const claims = toClaimMappingDraft(draft)
  return {
    claims,
    change: (changes) => {
      const changed = { ...claims, ...changes }
      // The server refuses a location for a claim that is not sent.
      const known = [...Object.values(claimsByScope).flat(), ...Object.keys(changed.constants), changed.roles?.claim]
      const kept = Object.entries(changed.into).filter(([name]) => (known as unknown[]).includes(name))
      put({ claims: { ...changed, into: Object.fromEntries(kept) } })
    },
    faultOf: (...path) => faultAt(['claims', ...path].join('.')),
  }
}

interface MappingProps {
  mapping: ClaimMapping
}

function ClaimLocationSelect({ name, mapping }: MappingProps & { name: string }) {
  const t = useTranslations()
  const { claims, change } = mapping
  return (
    <SelectField
      label={t('adminApplications.mapping.placeOf', { claim: name })}
      value={claims.into[name] ?? ''}
      options={[
        { value: '', label: t('adminApplications.mapping.byDefault') },
        ...oidcClaimLocations.map((value) => ({ value, label: t(`adminApplications.mapping.places.${value}`) })),
      ]}
      onChange={(value) =>
        change({ into: setOrRemoveObjectProperty(claims.into, name, isClaimLocation(value) ? value : '') })
      }
    />
  )
}

function RenamedClaimFields({ mapping }: MappingProps) {
  const { draft } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const { claims, change, faultOf } = mapping
  const scopes = getApplicationDefinitionStringList(draft, 'scopes')
  const claimNames = Object.entries(claimsByScope).flatMap(([scope, names]) => (scopes.includes(scope) ? names : []))
  if (claimNames.length === 0) return null
  return (
    <ul aria-label={t('adminApplications.mapping.names')} className="grid grid-cols-1 gap-3">
      {claimNames.map((name) => (
        <li key={name} className="grid grid-cols-1 items-end gap-x-3 gap-y-1 sm:grid-cols-[1fr_14rem] sm:items-start">
          <TextField
            label={t('adminApplications.mapping.nameOf', { claim: name })}
            fault={faultOf('rename', name)}
            placeholder={name}
            {...nameField}
            value={claims.rename[name] ?? ''}
            onChange={({ target }) =>
              change({ rename: setOrRemoveObjectProperty(claims.rename, name, target.value.trim()) })
            }
          />
          <ClaimLocationSelect name={name} mapping={mapping} />
        </li>
      ))}
    </ul>
  )
}

function ConstantClaimFields({ mapping }: MappingProps) {
  const t = useTranslations()
  const { claims, change, faultOf } = mapping
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{t('adminApplications.mapping.constants')}</h3>
      <p className="text-small text-soft">{t('adminApplications.mapping.constantsHint')}</p>
      <ClaimNameValueFields
        label={t('adminApplications.mapping.constants')}
        labels={{
          name: t('adminApplications.mapping.name'),
          value: t('adminApplications.mapping.value'),
          add: t('adminApplications.mapping.addConstant'),
        }}
        record={claims.constants}
        max={20}
        parse={parseClaimValueInput}
        format={formatClaimValueForInput}
        getError={(name) => faultOf('constants', name)}
        onChange={(record) => change({ constants: record })}
      />
      {Object.keys(claims.constants).map((name) => (
        <div key={name} className="grid max-w-80">
          <ClaimLocationSelect name={name} mapping={mapping} />
        </div>
      ))}
    </section>
  )
}

function RoleClaimFields({ mapping }: MappingProps) {
  const t = useTranslations()
  const { claims, change, faultOf } = mapping
  const { roles } = claims
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="font-semibold">{t('adminApplications.mapping.roles')}</h3>
      <p className="text-small text-soft">{t('adminApplications.mapping.rolesHint')}</p>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <TextField
          label={t('adminApplications.mapping.roleClaim')}
          hint={t('adminApplications.mapping.roleClaimHint')}
          fault={faultOf('roles', 'claim') ?? faultOf()}
          {...nameField}
          value={roles?.claim ?? ''}
          onChange={({ target }) => {
            const claim = target.value.trim()
            change({ roles: claim === '' ? null : { map: {}, form: 'list', ...roles, claim } })
          }}
        />
        {roles !== null && (
          <SelectField
            label={t('adminApplications.mapping.form')}
            value={roles.form}
            options={(['list', 'first'] as const).map((value) => ({
              value,
              label: t(`adminApplications.mapping.forms.${value}`),
            }))}
            onChange={(form) => change({ roles: { ...roles, form } })}
          />
        )}
      </div>
      {roles !== null && (
        <>
          <ClaimNameValueFields
            label={t('adminApplications.mapping.roles')}
            labels={{
              name: t('adminApplications.mapping.group'),
              value: t('adminApplications.mapping.role'),
              add: t('adminApplications.mapping.addRole'),
            }}
            record={roles.map}
            max={50}
            parse={(text) => text}
            format={(text) => text}
            getError={(group) => faultOf('roles', 'map', group)}
            onChange={(map) => change({ roles: { ...roles, map } })}
          />
          <p role="alert" className="text-small text-red">
            {faultOf('roles', 'map')}
          </p>
          <div className="grid max-w-80">
            <ClaimLocationSelect name={roles.claim} mapping={mapping} />
          </div>
        </>
      )}
    </section>
  )
}
