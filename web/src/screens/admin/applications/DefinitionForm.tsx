// The fields of a definition: what an application is called, where people are sent, what it may ask for, who may sign in to it, and its
// colours. Whatever has no field stands in the JSON view.
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
import { ResourceFields } from './ResourceFields.tsx'
import { ScopeLabel } from './ScopeLabel.tsx'

/** Members that have a field of their own, where what is wrong with them is said. */
const withField =
  /^(id|name|redirectUris|hosts|postLogoutUris|backchannelLogoutUri|uri|scopes|allowedGroups|ways|chains|maximumAgeSeconds|colours|preferredUsername|email|resources|claims(?=$|\.rename|\.constants|\.roles))\b/

/** For programs that ask for tokens: no header tells these to the pages of a site. */
const scopesOfTokens: ReadonlySet<string> = new Set(['proof', 'offline_access'])

export function DefinitionForm(props: DefinitionFormProps) {
  const { draft, faults, isTried, isNew, logo = null, onChange, onReplace } = props
  const words = useChapter('adminApplications')
  const resourceWords = useChapter('adminResources')
  const { fields } = words
  const grants = textsOf(draft, 'grantTypes')
  const isMachine = draft.kind === 'machine'
  const isSite = draft.kind === 'site'
  const tell = (fault: Fault | null) => (fault === null ? null : words.fault(fault))
  const faultOf = (member: string) => {
    const isSaid = isTried || textOf(draft, member) !== ''
    return tell(isSaid ? faultAt(faults, draft, member) : null)
  }
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  const elsewhere = faults.filter(({ path }) => !withField.test(path))
  return (
    <>
      <Part title={words.settings}>
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
        {isSite && (
          <AddressFields
            member="hosts"
            label={fields.hosts}
            hint={fields.hostsHint}
            {...{ draft, faults, isTried, onChange }}
          />
        )}
        {grants.includes('authorization_code') && !isSite && (
          <>
            <AddressFields
              member="redirectUris"
              label={fields.redirectUris}
              hint={fields.redirectUrisHint}
              {...{ draft, faults, isTried, onChange }}
            />
            <AddressFields
              member="postLogoutUris"
              label={fields.postLogoutUris}
              hint={fields.postLogoutUrisHint}
              {...{ draft, faults, isTried, onChange }}
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
        {!isMachine && (
          <CheckBoxes
            legend={fields.scopes}
            fault={tell(faultAt(faults, draft, 'scopes'))}
            options={scopes
              .filter((scope) => !isSite || !scopesOfTokens.has(scope))
              .map((value) => ({ value, label: <ScopeLabel scope={value} /> }))}
            chosen={textsOf(draft, 'scopes')}
            onChange={(chosen) => onChange({ scopes: chosen })}
          />
        )}
        {!isMachine && draft.kind !== 'site' && <EmailChoice draft={draft} onChange={onChange} />}
        {!isMachine && textsOf(draft, 'scopes').includes('profile') && (
          <NameChoice draft={draft} people={props.people ?? null} onChange={onChange} />
        )}
      </Part>
      {!isSite && (
        <Part title={resourceWords.choice.title}>
          <ResourceFields {...{ draft, faults, onChange }} />
        </Part>
      )}
      {!isMachine && (
        <Part title={words.policy.title}>
          <PolicyFields {...{ draft, faults, onChange }} />
        </Part>
      )}
      {!isMachine && !isSite && (
        <Part title={words.mapping.title}>
          <ClaimFields {...{ draft, faults, onChange }} />
        </Part>
      )}
      {!isMachine && (
        <Part title={words.look.title}>
          <LookFields {...{ draft, faults, logo, onChange }} />
        </Part>
      )}
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

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <Sheet className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-5">{children}</Sheet>
    </Section>
  )
}
