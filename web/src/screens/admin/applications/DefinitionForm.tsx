// The fields of a definition, in its parts: what an application is called, where people are sent, who may sign in to it and what it may use, what it is told, and its
// looks. Whatever has no field stands in the JSON view.
import type { ReactNode } from 'react'
import { scopes } from '@countersign/api/scopes'
import { Section, Sheet } from '../../../ui/Section.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useChapter } from '../../../words/use-words.ts'
import { AddressFields } from './AddressFields.tsx'
import { ClaimFields } from './ClaimFields.tsx'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { faultAt, textOf, textsOf } from './draft.ts'
import type { Fault } from './draft.ts'
import type { DefinitionFormProps } from './definition-form-props.ts'
import { EmailChoice } from './EmailChoice.tsx'
import { JsonView } from './JsonView.tsx'
import { LookFields } from './LookFields.tsx'
import { NameChoice } from './NameChoice.tsx'
import { PolicyFields } from './PolicyFields.tsx'
import { RequiredClaims } from './RequiredClaims.tsx'
import { ResourceFields } from './ResourceFields.tsx'
import { ScopeLabel } from './ScopeLabel.tsx'

/** Members that have a field of their own, where what is wrong with them is said. */
const withField =
  /^(id|name|redirectUris|hosts|openPaths|postLogoutUris|backchannelLogoutUri|uri|scopes|allowedGroups|ways|chains|maximumAgeSeconds|rotateRefreshTokens|colours|preferredUsername|email|requires|resources|claims(?=$|\.rename|\.constants|\.roles))\b/

/** For programs that ask for tokens: no header tells these to the pages of a site. */
const scopesOfTokens: ReadonlySet<string> = new Set(['proof', 'offline_access'])

/** The parts of a definition, each a tab of the page of an application. */
export type DefinitionPart = 'look' | 'connect' | 'access' | 'claims'

/** The part in which a member of a definition has its field. */
export function partOf(path: string): DefinitionPart {
  if (/^(name|colours)\b/.test(path)) return 'look'
  if (/^(allowedGroups|ways|chains|maximumAgeSeconds|resources|rotateRefreshTokens)\b/.test(path)) return 'access'
  return /^(scopes|email|preferredUsername|requires|claims)\b/.test(path) ? 'claims' : 'connect'
}

const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function useFaults({ draft, faults, isTried }: Pick<DefinitionFormProps, 'draft' | 'faults' | 'isTried'>) {
  const words = useChapter('adminApplications')
  const tell = (fault: Fault | null) => (fault === null ? null : words.fault(fault))
  const faultOf = (member: string) =>
    tell(isTried || textOf(draft, member) !== '' ? faultAt(faults, draft, member) : null)
  return { tell, faultOf }
}

/** What it is called. */
export function NameFields(props: DefinitionFormProps) {
  const { draft, isNew, onChange } = props
  const { fields } = useChapter('adminApplications')
  const { faultOf } = useFaults(props)
  return (
    <>
      <TextField
        label={fields.name}
        hint={fields.nameHint}
        maxLength={80}
        autoComplete="off"
        fault={faultOf('name')}
        value={textOf(draft, 'name')}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {isNew && (
        <TextField
          label={fields.id}
          hint={fields.idHint}
          maxLength={64}
          {...plain}
          fault={faultOf('id')}
          value={textOf(draft, 'id')}
          onChange={({ target }) => onChange({ id: target.value })}
        />
      )}
    </>
  )
}

/** Where it is, and where it sends people. */
export function ConnectFields(props: DefinitionFormProps) {
  const { draft, faults, isTried, onChange } = props
  const { fields } = useChapter('adminApplications')
  const { faultOf } = useFaults(props)
  const isMachine = draft.kind === 'machine'
  const isSite = draft.kind === 'site'
  const addresses = { draft, faults, isTried, onChange }
  return (
    <>
      {isSite && <AddressFields member="hosts" label={fields.hosts} hint={fields.hostsHint} {...addresses} />}
      {isSite && (
        <AddressFields member="openPaths" label={fields.openPaths} hint={fields.openPathsHint} {...addresses} />
      )}
      {textsOf(draft, 'grantTypes').includes('authorization_code') && !isSite && (
        <>
          <AddressFields
            member="redirectUris"
            label={fields.redirectUris}
            hint={fields.redirectUrisHint}
            {...addresses}
          />
          <AddressFields
            member="postLogoutUris"
            label={fields.postLogoutUris}
            hint={fields.postLogoutUrisHint}
            {...addresses}
          />
        </>
      )}
      {!isMachine && !isSite && (
        <TextField
          label={fields.backchannelLogoutUri}
          hint={fields.backchannelLogoutUriHint}
          inputMode="url"
          {...plain}
          fault={faultOf('backchannelLogoutUri')}
          value={textOf(draft, 'backchannelLogoutUri')}
          onChange={({ target }) => onChange({ backchannelLogoutUri: target.value })}
        />
      )}
      <TextField
        label={fields.uri}
        hint={fields.uriHint}
        inputMode="url"
        {...plain}
        fault={faultOf('uri')}
        value={textOf(draft, 'uri')}
        onChange={({ target }) => onChange({ uri: target.value })}
      />
      {!isMachine &&
        (['policyUri', 'termsUri'] as const).map((member) => (
          <TextField
            key={member}
            label={fields[member]}
            hint={fields.legalHint}
            inputMode="url"
            {...plain}
            fault={faultOf(member)}
            value={textOf(draft, member)}
            onChange={({ target }) => onChange({ [member]: target.value })}
          />
        ))}
    </>
  )
}

/** The whole definition, and what is wrong with what has no field. */
export function WholeDefinition({ draft, faults, onReplace }: DefinitionFormProps) {
  const words = useChapter('adminApplications')
  const elsewhere = faults.filter(({ path }) => !withField.test(path))
  return (
    <>
      <JsonView draft={draft} onReplace={onReplace} />
      {elsewhere.length > 0 && (
        <div role="alert" className="text-small text-red">
          <p>{words.elsewhere}</p>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {elsewhere.map((fault) => (
              <li key={`${fault.path} ${fault.message}`}>
                {fault.path !== '' && <code className="font-mono">{fault.path}: </code>}
                {words.fault(fault)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** Who may sign in to it, and which services it may use. */
export function AccessFields({ draft, faults, onChange }: DefinitionFormProps) {
  const words = useChapter('adminApplications')
  const resourceWords = useChapter('adminResources')
  return (
    <>
      {draft.kind !== 'machine' && (
        <Part title={words.policy.title}>
          <PolicyFields {...{ draft, faults, onChange }} />
        </Part>
      )}
      {draft.kind !== 'site' && (
        <Part title={resourceWords.choice.title}>
          <ResourceFields {...{ draft, faults, onChange }} />
        </Part>
      )}
      {textsOf(draft, 'grantTypes').includes('refresh_token') && draft.authentication !== 'none' && (
        <Part title={words.refreshTokens.title}>
          <RotationField {...{ draft, faults, onChange }} />
        </Part>
      )}
    </>
  )
}

/** Whether refresh tokens rotate. Those of an application without a secret always do. */
function RotationField({ draft, faults, onChange }: Pick<DefinitionFormProps, 'draft' | 'faults' | 'onChange'>) {
  const { refreshTokens, fault } = useChapter('adminApplications')
  const found = faultAt(faults, draft, 'rotateRefreshTokens')
  return (
    <CheckBoxes
      legend={refreshTokens.legend}
      hint={refreshTokens.hint}
      fault={found === null ? null : fault(found)}
      options={[{ value: 'rotate', label: refreshTokens.rotate }]}
      chosen={draft.rotateRefreshTokens === true ? ['rotate'] : []}
      onChange={(chosen) => onChange({ rotateRefreshTokens: chosen.length > 0 })}
    />
  )
}

/** What it may ask for, and what it is told. */
export function ClaimsFields(props: DefinitionFormProps) {
  const { draft, faults, people = null, onChange } = props
  const words = useChapter('adminApplications')
  const { tell } = useFaults(props)
  const isSite = draft.kind === 'site'
  if (draft.kind === 'machine') return <p className="text-soft">{words.noPeople}</p>
  return (
    <>
      <Part title={words.asks}>
        <CheckBoxes
          legend={words.fields.scopes}
          fault={tell(faultAt(faults, draft, 'scopes'))}
          options={scopes
            .filter((scope) => !isSite || !scopesOfTokens.has(scope))
            .map((value) => ({ value, label: <ScopeLabel scope={value} /> }))}
          chosen={textsOf(draft, 'scopes')}
          onChange={(chosen) => onChange({ scopes: chosen })}
        />
        {!isSite && <EmailChoice draft={draft} onChange={onChange} />}
        {textsOf(draft, 'scopes').includes('profile') && (
          <NameChoice draft={draft} people={people} onChange={onChange} />
        )}
      </Part>
      <Part title={words.requires.title}>
        <RequiredClaims {...{ draft, faults, onChange }} />
      </Part>
      {!isSite && (
        <Part title={words.mapping.title}>
          <ClaimFields {...{ draft, faults, onChange }} />
        </Part>
      )}
    </>
  )
}

/** Its colours, and what its sign-in looks like. */
export function LookPart({ draft, logo = null, onChange }: DefinitionFormProps) {
  const words = useChapter('adminApplications')
  return (
    <Part title={words.look.title}>
      <LookFields {...{ draft, logo, onChange }} />
    </Part>
  )
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Sheet className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">{children}</Sheet>
    </Section>
  )
}
