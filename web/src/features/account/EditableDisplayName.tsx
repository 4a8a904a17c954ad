import { useLayoutEffect, useRef, useState } from 'react'
import type { ApiPerson } from '@countersign/api/api-endpoints'
import { Button } from '../../ui/Button.tsx'
import { findTranslatedErrorMessage, getTranslatedProblemMessage } from '../../ui/get-translated-error-message.ts'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useTranslations } from 'use-intl'
import { useChangeDisplayName } from './profile-mutation-hooks.ts'
import { useRestoreFocus } from '../../ui/use-restore-focus.ts'

export function EditableDisplayName({ person }: { person: ApiPerson }) {
  const t = useTranslations()
  const [isEditing, setIsEditing] = useState(false)
  const change = useRestoreFocus(isEditing)

  if (isEditing) return <DisplayNameForm person={person} onDone={() => setIsEditing(false)} />
  return (
    <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <DisplayName person={person} />
      <Button ref={change} small onClick={() => setIsEditing(true)}>
        {person.displayName === null ? t('person.name.give') : t('person.name.change')}
      </Button>
    </div>
  )
}

function DisplayName({ person: { displayName, walletName, address } }: { person: ApiPerson }) {
  const t = useTranslations()
  const own = sanitizeWalletEnsName(walletName)
  const look = 'min-w-0 font-serif text-title [overflow-wrap:anywhere] lg:text-display'
  if (displayName !== null || address === null) return <p className={look}>{displayName ?? t('person.name.none')}</p>
  if (own === null)
    return (
      <p translate="no" className={look}>
        {shortenWalletAddress(address)}
      </p>
    )
  return (
    <div className="min-w-0">
      <p translate="no" className={look}>
        {own}
      </p>
      <p translate="no" className="font-mono text-small text-soft">
        {shortenWalletAddress(address)}
      </p>
    </div>
  )
}

/** The limit is in characters, as the server counts them; `maxLength` would count UTF-16 units. */
const maxNameLength = 64

function DisplayNameForm({ person, onDone }: { person: ApiPerson; onDone: () => void }) {
  const t = useTranslations()
  const [name, setName] = useState(person.displayName ?? '')
  const change = useChangeDisplayName()
  const [isTooLong, setIsTooLong] = useState(false)
  const problem = isTooLong
    ? findTranslatedErrorMessage(t, 'person.name_invalid')
    : change.error && getTranslatedProblemMessage(t, change.error.problem)
  const field = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => field.current?.select(), [])
  useLayoutEffect(() => {
    if (change.isError) field.current?.focus()
  }, [change.isError])

  function save() {
    if (change.isPending) return
    const written = name.normalize('NFC').trim()
    const displayName = written === '' ? null : written
    setIsTooLong([...written].length > maxNameLength)
    if ([...written].length > maxNameLength) field.current?.focus()
    else if (displayName === person.displayName) onDone()
    else change.mutate(displayName, { onSuccess: onDone })
  }

  return (
    <form noValidate className="grid flex-1 gap-3" onSubmit={(event) => (event.preventDefault(), save())}>
      <TextField
        ref={field}
        label={t('person.name.label')}
        hint={t('person.name.hint')}
        fault={problem && `${problem.title} ${problem.action}`}
        value={name}
        autoComplete="nickname"
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="main" busyLabel={change.isPending ? t('person.name.saving') : undefined}>
          {t('person.name.save')}
        </Button>
        <Button onClick={onDone}>{t('ui.cancel')}</Button>
      </div>
    </form>
  )
}
