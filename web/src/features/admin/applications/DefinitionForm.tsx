// The fields of a definition, in the parts of an application's page. Members without a field are in the JSON view.
import { useId, useState } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { scopes } from '@countersign/api/scopes'
import type { Scope } from '@countersign/api/scopes'
import { accentsOf, SignInPreview } from '../../page-preview/SignInPreview.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Choice } from '../../../ui/Choice.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckBoxes } from '../CheckBoxes.tsx'
import { ColourField } from '../ColourField.tsx'
import { Part, verbatim } from '../form.tsx'
import { ClaimFields } from './ClaimFields.tsx'
import { colourOf, sayFault, sendable, textOf, textsOf } from './draft.ts'
import type { Definition } from './draft.ts'
import { PolicyFields } from './PolicyFields.tsx'
import { RequiredClaims } from './RequiredClaims.tsx'
import { ResourceFields } from './ResourceFields.tsx'
import { useDefinition } from './use-definition.ts'

/** Members that have a field of their own, where what is wrong with them is said. */
const withField =
  /^(id|name|redirectUris|hosts|openPaths|postLogoutUris|backchannelLogoutUri|uri|scopes|allowedGroups|ways|chains|maximumAgeSeconds|rotateRefreshTokens|colours|preferredUsername|email|requires|resources|claims(?=$|\.rename|\.constants|\.roles))\b/

/** For programs that request tokens: no header tells these to the pages of a site. */
const scopesOfTokens: ReadonlySet<string> = new Set(['proof', 'offline_access'])

/** The parts of a definition, each a tab of the page of an application. */
export type DefinitionPart = 'look' | 'connect' | 'access' | 'claims'

/** The part in which a member of a definition has its field. */
export function partOf(path: string): DefinitionPart {
  if (/^(name|colours)\b/.test(path)) return 'look'
  if (/^(allowedGroups|ways|chains|maximumAgeSeconds|resources|rotateRefreshTokens)\b/.test(path)) return 'access'
  return /^(scopes|email|preferredUsername|requires|claims)\b/.test(path) ? 'claims' : 'connect'
}

/** What it is called. */
export function NameFields() {
  const { stored, text } = useDefinition()
  const t = useTranslations()
  return (
    <>
      <TextField
        label={t('adminApplications.fields.name')}
        hint={t('adminApplications.fields.nameHint')}
        maxLength={80}
        autoComplete="off"
        {...text('name')}
      />
      {stored === null && (
        <TextField
          label={t('adminApplications.fields.id')}
          hint={t('adminApplications.fields.idHint')}
          maxLength={64}
          {...verbatim}
          {...text('id')}
        />
      )}
    </>
  )
}

/** Where it is, and where it sends people. */
export function ConnectFields() {
  const { draft, text } = useDefinition()
  const t = useTranslations()
  const isMachine = draft.kind === 'machine'
  const isSite = draft.kind === 'site'
  const address = (member: 'backchannelLogoutUri' | 'uri' | 'policyUri' | 'termsUri', hint: string) => (
    <TextField
      label={t(`adminApplications.fields.${member}`)}
      hint={hint}
      inputMode="url"
      {...verbatim}
      {...text(member)}
    />
  )
  return (
    <>
      {isSite && <AddressFields member="hosts" />}
      {isSite && <AddressFields member="openPaths" />}
      {textsOf(draft, 'grantTypes').includes('authorization_code') && !isSite && (
        <>
          <AddressFields member="redirectUris" />
          <AddressFields member="postLogoutUris" />
        </>
      )}
      {!isMachine && !isSite && address('backchannelLogoutUri', t('adminApplications.fields.backchannelLogoutUriHint'))}
      {address('uri', t('adminApplications.fields.uriHint'))}
      {!isMachine && address('policyUri', t('adminApplications.fields.legalHint'))}
      {!isMachine && address('termsUri', t('adminApplications.fields.legalHint'))}
    </>
  )
}

/** As many addresses as the server takes. */
const mostAddresses = 20

/** Addresses, a field each, with the error at the very one. */
function AddressFields({ member }: { member: 'redirectUris' | 'postLogoutUris' | 'hosts' | 'openPaths' }) {
  const { draft, faults, isTried, faultOfEntry, put } = useDefinition()
  const t = useTranslations()
  const label = t(`adminApplications.fields.${member}`)
  const written = textsOf(draft, member)
  const shown = written.length === 0 ? [''] : written
  const ofList = isTried && faults.find(({ path }) => path === member)
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-2">
      {shown.map((address, place) => (
        <TextField
          // A field is its place: there is nothing else to know it by.
          key={place}
          label={place === 0 ? label : t('adminApplications.fields.numbered', { label, number: place + 1 })}
          hint={place === 0 ? t(`adminApplications.fields.${member}Hint`) : undefined}
          fault={faultOfEntry(member, place) ?? (place === 0 && ofList ? sayFault(t, ofList) : null)}
          value={address}
          inputMode="url"
          {...verbatim}
          onChange={({ target }) => put({ [member]: shown.with(place, target.value) })}
        />
      ))}
      {shown.at(-1) !== '' && shown.length < mostAddresses && (
        <Button
          small
          look="bare"
          className="-ml-4 justify-self-start"
          aria-label={t('adminApplications.fields.addNamed', { label })}
          onClick={() => put({ [member]: [...shown, ''] })}
        >
          {t('adminApplications.fields.add')}
        </Button>
      )}
    </div>
  )
}

/** The whole definition as JSON, and what is wrong with what has no field. */
export function WholeDefinition() {
  const { draft, faults, replace } = useDefinition()
  const t = useTranslations()
  /** What is being written; null while it follows the fields. */
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  const isFaulty = text !== null && readObject(text) === null
  const elsewhere = faults.filter(({ path }) => !withField.test(path))
  function write(next: string) {
    setText(next)
    const definition = readObject(next)
    if (definition !== null) replace(definition)
  }
  return (
    <>
      <details className="rounded-sheet border border-line bg-sheet px-4 py-3 sm:px-5">
        <summary className="min-h-8 cursor-pointer font-semibold">{t('adminApplications.json.title')}</summary>
        <div className="grid gap-1 pt-2">
          <label htmlFor={id} className="text-small text-soft">
            {t('adminApplications.json.text')}
          </label>
          <textarea
            id={id}
            aria-label={t('adminApplications.json.label')}
            aria-invalid={isFaulty}
            aria-describedby={`${id}fault`}
            rows={16}
            spellCheck={false}
            autoCapitalize="none"
            value={text ?? JSON.stringify(sendable(draft), null, 2)}
            onChange={({ target }) => write(target.value)}
            onBlur={() => !isFaulty && setText(null)}
            className="w-full rounded-control border border-edge bg-paper p-3 font-mono text-small text-ink aria-invalid:border-red"
          />
          <p role="alert" id={`${id}fault`} className="text-small text-red">
            {isFaulty ? t('adminApplications.json.fault') : null}
          </p>
        </div>
      </details>
      {elsewhere.length > 0 && (
        <div role="alert" className="text-small text-red">
          <p>{t('adminApplications.elsewhere')}</p>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {elsewhere.map((fault) => (
              <li key={`${fault.path} ${fault.message}`}>
                {fault.path !== '' && <code className="font-mono">{fault.path}: </code>}
                {sayFault(t, fault)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function readObject(text: string): Definition | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Definition) : null
  } catch {
    return null
  }
}

/** Who may sign in to it, and which services it may use. */
export function AccessFields() {
  const { draft, faultOf, put } = useDefinition()
  const t = useTranslations()
  return (
    <>
      {draft.kind !== 'machine' && (
        <Part title={t('adminApplications.policy.title')}>
          <PolicyFields />
        </Part>
      )}
      {draft.kind !== 'site' && (
        <Part title={t('adminResources.choice.title')}>
          <ResourceFields />
        </Part>
      )}
      {/* Refresh tokens of an application without a secret always rotate. */}
      {textsOf(draft, 'grantTypes').includes('refresh_token') && draft.authentication !== 'none' && (
        <Part title={t('adminApplications.refreshTokens.title')}>
          <CheckBoxes
            legend={t('adminApplications.refreshTokens.legend')}
            hint={t('adminApplications.refreshTokens.hint')}
            fault={faultOf('rotateRefreshTokens')}
            options={[{ value: 'rotate', label: t('adminApplications.refreshTokens.rotate') }]}
            chosen={draft.rotateRefreshTokens === true ? ['rotate'] : []}
            onChange={(chosen) => put({ rotateRefreshTokens: chosen.length > 0 })}
          />
        </Part>
      )}
    </>
  )
}

/** What it may ask for, and what it is told. */
export function ClaimsFields() {
  const { draft, boxes } = useDefinition()
  const t = useTranslations()
  const isSite = draft.kind === 'site'
  if (draft.kind === 'machine') return <p className="text-soft">{t('adminApplications.noPeople')}</p>
  return (
    <>
      <Part title={t('adminApplications.asks')}>
        <CheckBoxes
          legend={t('adminApplications.fields.scopes')}
          options={scopes
            .filter((scope) => !isSite || !scopesOfTokens.has(scope))
            .map((value) => ({ value, label: <ScopeLabel scope={value} /> }))}
          {...boxes('scopes')}
        />
        {!isSite && <EmailChoice />}
        {textsOf(draft, 'scopes').includes('profile') && <NameChoice />}
      </Part>
      <Part title={t('adminApplications.requires.title')}>
        <RequiredClaims />
      </Part>
      {!isSite && (
        <Part title={t('adminApplications.mapping.title')}>
          <ClaimFields />
        </Part>
      )}
    </>
  )
}

/** A scope by its name, as programs have it, and in words. */
export function ScopeLabel({ scope }: { scope: Scope }) {
  const t = useTranslations()
  return (
    <>
      <code className="font-mono text-small">{scope}</code> – {t(`adminApplications.scopes.${scope}`)}
    </>
  )
}

/** What an application gets as an email address, and what that means for the operator. */
function EmailChoice() {
  const { draft, choice } = useDefinition()
  const t = useTranslations()
  return (
    <div className="grid max-w-120 gap-1">
      <Choice
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

/** Which name an application gets (`preferred_username`), and how many people it concerns where that is changed. */
function NameChoice() {
  const { draft, stored, choice } = useDefinition()
  const t = useTranslations()
  const isSwitched =
    stored !== null && stored.people > 0 && stored.definition.preferredUsername !== textOf(draft, 'preferredUsername')
  return (
    <div className="grid gap-3">
      <div className="grid max-w-120">
        <Choice
          label={t('adminApplications.names.label')}
          options={(['user-name', 'display-name'] as const).map((value) => ({
            value,
            label: t(`adminApplications.names.options.${value}`),
          }))}
          {...choice('preferredUsername')}
        />
      </div>
      {isSwitched && (
        <Notice tone="attention" title={t('adminApplications.names.concerns', { count: stored.people })}>
          <p>
            {draft.preferredUsername === 'user-name'
              ? t('adminApplications.names.toUserName')
              : t('adminApplications.names.toDisplayName')}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** Its colours, and what its sign-in looks like. */
export function LookPart() {
  const { draft, stored, put } = useDefinition()
  const t = useTranslations()
  const colours = { light: colourOf(draft, 'light'), dark: colourOf(draft, 'dark') }
  const logo = stored?.logo ?? null
  return (
    <Part title={t('adminApplications.look.title')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <ColourField
            key={mode}
            mode={mode}
            label={t(`adminApplications.look.${mode}`)}
            hint={t('adminApplications.look.hint')}
            value={colours[mode]}
            onChange={(colour) =>
              put({ colours: { light: colours.light || null, dark: colours.dark || null, [mode]: colour || null } })
            }
          />
        ))}
      </div>
      <SignInPreview key={logo} asks={previewOf(draft, logo, accentsOf(colours))} />
    </Part>
  )
}

type Interaction = CallAnswer<'readInteraction'>

/** The interaction that the preview of the sign-in page shows. */
function previewOf(draft: Definition, logo: string | null, accents: Interaction['accents']): Interaction {
  const id = textOf(draft, 'id')
  const address = textsOf(draft, 'redirectUris').find((one) => one !== '')
  return {
    id,
    prompt: 'sign-in',
    application: { id, name: textOf(draft, 'name') || id || '…', logo, uri: null },
    destination: (address && URL.parse(address)?.host) || '…',
    items: [],
    resources: [],
    seen: '',
    wallet: null,
    expectedAddress: null,
    lacksGroups: null,
    groups: [],
    wanted: 'any',
    accepts: null,
    accents,
  }
}
