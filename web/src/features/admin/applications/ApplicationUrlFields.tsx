import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'
import {
  translateApplicationDefinitionError,
  getApplicationDefinitionStringList,
} from './application-definition-draft.ts'
import { useApplicationDefinitionFormContext } from './use-application-definition-form.ts'

interface ApplicationUrlFieldsProps {
  /** `essential`: what an application of this kind cannot do without; `other`: the rest. */
  part?: 'all' | 'essential' | 'other'
}

export function ApplicationUrlFields({ part = 'all' }: ApplicationUrlFieldsProps) {
  const { draft, text } = useApplicationDefinitionFormContext()
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
  const redirects = getApplicationDefinitionStringList(draft, 'grantTypes').includes('authorization_code') && !isSite
  return (
    <>
      {part !== 'other' && isSite && <UrlListFields member="hosts" />}
      {part !== 'other' && redirects && <UrlListFields member="redirectUris" />}
      {part !== 'essential' && (
        <>
          {isSite && <UrlListFields member="openPaths" />}
          {redirects && <UrlListFields member="postLogoutUris" />}
          {!isMachine &&
            !isSite &&
            address('backchannelLogoutUri', t('adminApplications.fields.backchannelLogoutUriHint'))}
          {address('uri', t('adminApplications.fields.uriHint'))}
          {!isMachine && address('policyUri', t('adminApplications.fields.legalHint'))}
          {!isMachine && address('termsUri', t('adminApplications.fields.legalHint'))}
        </>
      )}
    </>
  )
}

const maxAddresses = 20

function UrlListFields({ member }: { member: 'redirectUris' | 'postLogoutUris' | 'hosts' | 'openPaths' }) {
  const { draft, errors, isTried, faultOfEntry, put } = useApplicationDefinitionFormContext()
  const t = useTranslations()
  const label = t(`adminApplications.fields.${member}`)
  const written = getApplicationDefinitionStringList(draft, member)
  const shown = written.length === 0 ? [''] : written
  const ofList = isTried && errors.find(({ path }) => path === member)
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 gap-2">
      {shown.map((address, place) => (
        <TextField
          key={place}
          label={place === 0 ? label : t('adminApplications.fields.numbered', { label, number: place + 1 })}
          hint={place === 0 ? t(`adminApplications.fields.${member}Hint`) : undefined}
          fault={
            faultOfEntry(member, place) ??
            (place === 0 && ofList ? translateApplicationDefinitionError(t, ofList) : null)
          }
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
