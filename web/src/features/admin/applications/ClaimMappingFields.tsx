// What an application finds under which name and where (claim mapping). What is told at all, scopes and people decide.
import { useState } from 'react'
import { claimLocations, claimsByScope } from '@countersign/api/claims-by-scope'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../EditForm.tsx'
import {
  isClaimPlace,
  toClaimDraft,
  parseClaimValue,
  rowsToRecord,
  setOrRemoveMember,
  formatClaimValue,
} from './claim-draft.ts'
import type { ClaimDraft, ClaimRow } from './claim-draft.ts'
import { getStringList } from './application-draft.ts'
import { useApplicationFormContext } from './use-application-form.ts'

const nameField = { ...verbatimInputProps, maxLength: 128 } as const

export function ClaimMappingFields() {
  const { draft, faultOf: faultAt, choice, put } = useApplicationFormContext()
  const t = useTranslations()
  const written = toClaimDraft(draft)
  const { rename, constants, into, roles } = written
  const scopes = getStringList(draft, 'scopes')
  const told = Object.entries(claimsByScope).flatMap(([scope, names]) => (scopes.includes(scope) ? names : []))
  const change = (changes: Partial<ClaimDraft>) => {
    const changed = { ...written, ...changes }
    // A place for what is not told any more would be refused.
    const known = [...Object.values(claimsByScope).flat(), ...Object.keys(changed.constants), changed.roles?.claim]
    const kept = Object.entries(changed.into).filter(([name]) => (known as unknown[]).includes(name))
    put({ claims: { ...changed, into: Object.fromEntries(kept) } })
  }
  const faultOf = (...path: string[]): string | null => faultAt(['claims', ...path].join('.'))
  const placeOf = (name: string) => (
    <SelectField
      label={t('adminApplications.mapping.placeOf', { claim: name })}
      value={into[name] ?? ''}
      options={[
        { value: '', label: t('adminApplications.mapping.byDefault') },
        ...claimLocations.map((value) => ({ value, label: t(`adminApplications.mapping.places.${value}`) })),
      ]}
      onChange={(value) => change({ into: setOrRemoveMember(into, name, isClaimPlace(value) ? value : '') })}
    />
  )
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
      {told.length > 0 && (
        <ul aria-label={t('adminApplications.mapping.names')} className="grid grid-cols-1 gap-3">
          {told.map((name) => (
            <li
              key={name}
              className="grid grid-cols-1 items-end gap-x-3 gap-y-1 sm:grid-cols-[1fr_14rem] sm:items-start"
            >
              <TextField
                label={t('adminApplications.mapping.nameOf', { claim: name })}
                fault={faultOf('rename', name)}
                placeholder={name}
                {...nameField}
                value={rename[name] ?? ''}
                onChange={({ target }) => change({ rename: setOrRemoveMember(rename, name, target.value.trim()) })}
              />
              {placeOf(name)}
            </li>
          ))}
        </ul>
      )}
      <section className="grid grid-cols-1 gap-2">
        <h3 className="font-semibold">{t('adminApplications.mapping.constants')}</h3>
        <p className="text-small text-soft">{t('adminApplications.mapping.constantsHint')}</p>
        <ClaimRows
          label={t('adminApplications.mapping.constants')}
          labels={{
            name: t('adminApplications.mapping.name'),
            value: t('adminApplications.mapping.value'),
            add: t('adminApplications.mapping.addConstant'),
          }}
          record={constants}
          max={20}
          parse={parseClaimValue}
          format={formatClaimValue}
          getError={(name) => faultOf('constants', name)}
          onChange={(record) => change({ constants: record })}
        />
        {Object.keys(constants).map((name) => (
          <div key={name} className="grid max-w-80">
            {placeOf(name)}
          </div>
        ))}
      </section>
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
            <ClaimRows
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
            <div className="grid max-w-80">{placeOf(roles.claim)}</div>
          </>
        )}
      </section>
    </>
  )
}

interface ClaimRowsProps<Value> {
  label: string
  labels: { name: string; value: string; add: string }
  record: Readonly<Record<string, Value>>
  max: number
  parse: (text: string) => Value
  format: (value: Value) => string
  getError: (name: string) => string | null
  onChange: (record: Record<string, Value>) => void
}

/** Pairs of a name and a value, in the order in which they are written. */
function ClaimRows<Value>({ label, labels, record, max, parse, format, getError, onChange }: ClaimRowsProps<Value>) {
  const t = useTranslations()
  const [typed, setTyped] = useState<readonly ClaimRow[]>([])
  // What is typed and has no name yet is here alone; what came from elsewhere, such as the JSON view, takes its place.
  const isTyped = JSON.stringify(rowsToRecord(typed, parse)) === JSON.stringify(record)
  const rows = isTyped ? typed : Object.entries(record).map(([name, value]): ClaimRow => [name, format(value)])
  const change = (changed: readonly ClaimRow[]) => {
    setTyped(changed)
    onChange(rowsToRecord(changed, parse))
  }
  const put = (place: number, ...row: ClaimRow) => change(rows.with(place, row))
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-3">
      {rows.map(([name, value], place) => (
        <div
          key={place}
          className="grid grid-cols-1 items-start gap-2 rounded-control border border-line p-3 sm:grid-cols-[1fr_1fr_auto]"
        >
          <TextField
            label={labels.name}
            fault={getError(name)}
            {...verbatimInputProps}
            maxLength={256}
            value={name}
            onChange={({ target }) => put(place, target.value.trim(), value)}
          />
          <TextField
            label={labels.value}
            {...verbatimInputProps}
            maxLength={256}
            value={value}
            onChange={({ target }) => put(place, name, target.value)}
          />
          <Button
            small
            className="justify-self-start sm:mt-7"
            aria-label={t('adminApplications.mapping.removeNamed', { name })}
            onClick={() => change(rows.toSpliced(place, 1))}
          >
            {t('adminApplications.mapping.remove')}
          </Button>
        </div>
      ))}
      {rows.length < max && (
        <Button small look="bare" className="-ml-4 justify-self-start" onClick={() => setTyped([...rows, ['', '']])}>
          {labels.add}
        </Button>
      )}
    </div>
  )
}
