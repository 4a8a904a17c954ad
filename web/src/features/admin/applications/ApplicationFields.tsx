// The fields of a definition, in the parts of an application's page. Members without a field are in the JSON view.
import { useId, useState } from 'react'
import type { EndpointOutput } from '@countersign/api/api-endpoints'
import { scopes } from '@countersign/api/oauth-scopes'
import type { Scope } from '@countersign/api/oauth-scopes'
import { deriveAccents, SignInPreview } from '../sign-in-preview/SignInPreview.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '../CheckboxGroup.tsx'
import { ColorField } from '../ColorField.tsx'
import { FormSection, verbatimInputProps } from '../EditForm.tsx'
import { ClaimMappingFields } from './ClaimMappingFields.tsx'
import {
  getAccentColor,
  formatDefinitionError,
  omitEmptyFields,
  getString,
  getStringList,
} from './application-draft.ts'
import type { ApplicationDefinition } from './application-draft.ts'
import { SignInPolicyFields } from './SignInPolicyFields.tsx'
import { RequiredClaimsFields } from './RequiredClaimsFields.tsx'
import { AllowedResourceFields } from './AllowedResourceFields.tsx'
import { useApplicationFormContext } from './use-application-form.ts'

/** Members that have a field of their own, where what is wrong with them is said. */
const membersWithField =
  /^(id|name|redirectUris|hosts|openPaths|postLogoutUris|backchannelLogoutUri|uri|scopes|allowedGroups|ways|chains|maximumAgeSeconds|rotateRefreshTokens|colours|preferredUsername|email|requires|resources|claims(?=$|\.rename|\.constants|\.roles))\b/

/** For programs that request tokens: no header tells these to the pages of a site. */
const tokenOnlyScopes: ReadonlySet<string> = new Set(['proof', 'offline_access'])

/** The parts of a definition, each a tab of the page of an application. */
export type ApplicationTabName = 'look' | 'connect' | 'access' | 'claims'

/** The part in which a member of a definition has its field. */
export function findTabOfMember(path: string): ApplicationTabName {
  if (/^(name|colours)\b/.test(path)) return 'look'
  if (/^(allowedGroups|ways|chains|maximumAgeSeconds|resources|rotateRefreshTokens)\b/.test(path)) return 'access'
  return /^(scopes|email|preferredUsername|requires|claims)\b/.test(path) ? 'claims' : 'connect'
}

/** What it is called. */
export function ApplicationNameFields() {
  const { stored, text } = useApplicationFormContext()
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
          {...verbatimInputProps}
          {...text('id')}
        />
      )}
    </>
  )
}

/** Where it is, and where it sends people. */
export function ConnectionFields() {
  const { draft, text } = useApplicationFormContext()
  const t = useTranslations()
  const isMachine = draft.kind === 'machine'
  const isSite = draft.kind === 'site'
  const address = (member: 'backchannelLogoutUri' | 'uri' | 'policyUri' | 'termsUri', hint: string) => (
    <TextField
      label={t(`adminApplications.fields.${member}`)}
      hint={hint}
      inputMode="url"
      {...verbatimInputProps}
      {...text(member)}
    />
  )
  return (
    <>
      {isSite && <UrlListFields member="hosts" />}
      {isSite && <UrlListFields member="openPaths" />}
      {getStringList(draft, 'grantTypes').includes('authorization_code') && !isSite && (
        <>
          <UrlListFields member="redirectUris" />
          <UrlListFields member="postLogoutUris" />
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
const maxAddresses = 20

/** Addresses, a field each, with the error at the very one. */
function UrlListFields({ member }: { member: 'redirectUris' | 'postLogoutUris' | 'hosts' | 'openPaths' }) {
  const { draft, faults, isTried, faultOfEntry, put } = useApplicationFormContext()
  const t = useTranslations()
  const label = t(`adminApplications.fields.${member}`)
  const written = getStringList(draft, member)
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
          fault={faultOfEntry(member, place) ?? (place === 0 && ofList ? formatDefinitionError(t, ofList) : null)}
          value={address}
          inputMode="url"
          {...verbatimInputProps}
          onChange={({ target }) => put({ [member]: shown.with(place, target.value) })}
        />
      ))}
      {shown.at(-1) !== '' && shown.length < maxAddresses && (
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
export function DefinitionJsonField() {
  const { draft, faults, replace } = useApplicationFormContext()
  const t = useTranslations()
  /** What is being written; null while it follows the fields. */
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  const isFaulty = text !== null && parseDefinition(text) === null
  const elsewhere = faults.filter(({ path }) => !membersWithField.test(path))
  function write(next: string) {
    setText(next)
    const definition = parseDefinition(next)
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
            value={text ?? JSON.stringify(omitEmptyFields(draft), null, 2)}
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
                {formatDefinitionError(t, fault)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function parseDefinition(text: string): ApplicationDefinition | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as ApplicationDefinition)
      : null
  } catch {
    return null
  }
}

/** Who may sign in to it, and which services it may use. */
export function SignInAccessFields() {
  const { draft, faultOf, put } = useApplicationFormContext()
  const t = useTranslations()
  return (
    <>
      {draft.kind !== 'machine' && (
        <FormSection title={t('adminApplications.policy.title')}>
          <SignInPolicyFields />
        </FormSection>
      )}
      {draft.kind !== 'site' && (
        <FormSection title={t('adminResources.choice.title')}>
          <AllowedResourceFields />
        </FormSection>
      )}
      {/* Refresh tokens of an application without a secret always rotate. */}
      {getStringList(draft, 'grantTypes').includes('refresh_token') && draft.authentication !== 'none' && (
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

/** What it may ask for, and what it is told. */
export function ScopeAndClaimFields() {
  const { draft, boxes } = useApplicationFormContext()
  const t = useTranslations()
  const isSite = draft.kind === 'site'
  if (draft.kind === 'machine') return <p className="text-soft">{t('adminApplications.noPeople')}</p>
  return (
    <>
      <FormSection title={t('adminApplications.asks')}>
        <CheckboxGroup
          legend={t('adminApplications.fields.scopes')}
          options={scopes
            .filter((scope) => !isSite || !tokenOnlyScopes.has(scope))
            .map((value) => ({ value, label: <ScopeLabel scope={value} /> }))}
          {...boxes('scopes')}
        />
        {!isSite && <EmailClaimSelect />}
        {getStringList(draft, 'scopes').includes('profile') && <UsernameClaimSelect />}
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
function EmailClaimSelect() {
  const { draft, choice } = useApplicationFormContext()
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

/** Which name an application gets (`preferred_username`), and how many people it concerns where that is changed. */
function UsernameClaimSelect() {
  const { draft, stored, choice } = useApplicationFormContext()
  const t = useTranslations()
  const isSwitched =
    stored !== null &&
    stored.people > 0 &&
    stored.definition.preferredUsername !== getString(draft, 'preferredUsername')
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
export function AppearanceFields() {
  const { draft, stored, put } = useApplicationFormContext()
  const t = useTranslations()
  const colours = { light: getAccentColor(draft, 'light'), dark: getAccentColor(draft, 'dark') }
  const logo = stored?.logo ?? null
  return (
    <FormSection title={t('adminApplications.look.title')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((mode) => (
          <ColorField
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
      <SignInPreview key={logo} asks={buildPreviewInteraction(draft, logo, deriveAccents(colours))} />
    </FormSection>
  )
}

type Interaction = EndpointOutput<'readInteraction'>

/** The interaction that the preview of the sign-in page shows. */
function buildPreviewInteraction(
  draft: ApplicationDefinition,
  logo: string | null,
  accents: Interaction['accents'],
): Interaction {
  const id = getString(draft, 'id')
  const address = getStringList(draft, 'redirectUris').find((one) => one !== '')
  return {
    id,
    prompt: 'sign-in',
    application: { id, name: getString(draft, 'name') || id || '…', logo, uri: null },
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
