// What an application finds under which name and where (claim mapping). What is told at all, scopes and people decide.
import { claimPlaces, claimsByScope } from '@countersign/api/claim-names'
import { Choice } from '../../../ui/Choice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { isPlace, readClaims, readConstant, withMember, writeConstant } from './claim-draft.ts'
import type { ClaimDraft } from './claim-draft.ts'
import { ClaimRows } from './ClaimRows.tsx'
import { textOf, textsOf } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'

export function ClaimFields({ draft, faults, onChange }: Pick<DefinitionFormProps, 'draft' | 'faults' | 'onChange'>) {
  const words = useChapter('adminApplications')
  const { mapping: claims } = words
  const written = readClaims(draft)
  const { rename, constants, into, roles } = written
  const scopes = textsOf(draft, 'scopes')
  const told = Object.entries(claimsByScope).flatMap(([scope, names]) => (scopes.includes(scope) ? names : []))
  const change = (changes: Partial<ClaimDraft>) => {
    const changed = { ...written, ...changes }
    // A place for what is not told any more would be refused.
    const known = [...Object.values(claimsByScope).flat(), ...Object.keys(changed.constants), changed.roles?.claim]
    const kept = Object.entries(changed.into).filter(([name]) => (known as unknown[]).includes(name))
    onChange({ claims: { ...changed, into: Object.fromEntries(kept) } })
  }
  const faultOf = (...path: string[]): string | null => {
    const place = ['claims', ...path].join('.')
    const found = faults.find((fault) => fault.path === place || fault.path.startsWith(`${place}[`))
    return found === undefined ? null : words.fault(found)
  }
  const placeOf = (name: string) => (
    <Choice
      label={claims.placeOf(name)}
      value={into[name] ?? ''}
      options={[
        { value: '', label: claims.byDefault },
        ...claimPlaces.map((value) => ({ value, label: claims.places[value] })),
      ]}
      onChange={(value) => change({ into: withMember(into, name, isPlace(value) ? value : '') })}
    />
  )
  return (
    <>
      <p className="max-w-[60ch] text-small text-soft">{claims.text}</p>
      <div className="grid max-w-80">
        <Choice
          label={claims.claimsIn}
          value={textOf(draft, 'claimsIn')}
          options={[
            { value: 'userinfo', label: claims.places.userinfo },
            { value: 'id-token', label: claims.places.both },
          ]}
          onChange={(value) => onChange({ claimsIn: value })}
        />
      </div>
      {told.length > 0 && (
        <ul aria-label={claims.names} className="grid grid-cols-1 gap-3">
          {told.map((name) => (
            <li
              key={name}
              className="grid grid-cols-1 items-end gap-x-3 gap-y-1 sm:grid-cols-[1fr_14rem] sm:items-start"
            >
              <TextField
                label={claims.nameOf(name)}
                fault={faultOf('rename', name)}
                placeholder={name}
                maxLength={128}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={rename[name] ?? ''}
                onChange={({ target }) => change({ rename: withMember(rename, name, target.value.trim()) })}
              />
              {placeOf(name)}
            </li>
          ))}
        </ul>
      )}
      <section className="grid grid-cols-1 gap-2">
        <h3 className="font-semibold">{claims.constants}</h3>
        <p className="text-small text-soft">{claims.constantsHint}</p>
        <ClaimRows
          label={claims.constants}
          words={{ name: claims.name, value: claims.value, add: claims.addConstant }}
          record={constants}
          most={20}
          read={readConstant}
          write={writeConstant}
          faultOf={(name) => faultOf('constants', name)}
          onChange={(record) => change({ constants: record })}
        />
        {Object.keys(constants).map((name) => (
          <div key={name} className="grid max-w-80">
            {placeOf(name)}
          </div>
        ))}
      </section>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="font-semibold">{claims.roles}</h3>
        <p className="text-small text-soft">{claims.rolesHint}</p>
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <TextField
            label={claims.roleClaim}
            hint={claims.roleClaimHint}
            fault={faultOf('roles', 'claim') ?? faultOf()}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={roles?.claim ?? ''}
            onChange={({ target }) => {
              const claim = target.value.trim()
              change({ roles: claim === '' ? null : { map: {}, form: 'list', ...roles, claim } })
            }}
          />
          {roles !== null && (
            <Choice
              label={claims.form}
              value={roles.form}
              options={[
                { value: 'list', label: claims.forms.list },
                { value: 'first', label: claims.forms.first },
              ]}
              onChange={(form) => change({ roles: { ...roles, form } })}
            />
          )}
        </div>
        {roles !== null && (
          <>
            <ClaimRows
              label={claims.roles}
              words={{ name: claims.group, value: claims.role, add: claims.addRole }}
              record={roles.map}
              most={50}
              read={(text) => text}
              write={(text) => text}
              faultOf={(group) => faultOf('roles', 'map', group)}
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
