import { useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../ui/PageSection.tsx'
import { isAutomaticPasskeyAllowed, saveAutomaticPasskeyChoice } from './automatic-passkey-choice.ts'
import { canCreatePasskeysInBackground } from './create-passkey-in-background.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'

const storage = () => window.localStorage

/** Shown only in browsers that can create passkeys in the background. */
export function AutomaticPasskeySetting() {
  const t = useTranslations()
  const id = useId()
  const { person } = useSignedInAccount()
  const [isOffered, setIsOffered] = useState(false)
  const [isAllowed, setIsAllowed] = useState(() => isAutomaticPasskeyAllowed(storage, person.id))
  useEffect(() => void canCreatePasskeysInBackground().then(setIsOffered), [])
  if (!isOffered) return null
  return (
    <Card>
      <label className="grid cursor-pointer grid-cols-[1.25rem_1fr] items-start gap-x-3 gap-y-1 px-4 py-4 sm:px-5">
        <input
          type="checkbox"
          checked={isAllowed}
          aria-labelledby={`${id}label`}
          aria-describedby={`${id}about`}
          onChange={({ target }) => {
            saveAutomaticPasskeyChoice(storage, person.id, target.checked)
            // The browser may block storage, and then keeps no choice.
            setIsAllowed(isAutomaticPasskeyAllowed(storage, person.id))
          }}
          className="mt-[0.2em] size-5 accent-seal"
        />
        <span id={`${id}label`}>{t('automaticPasskeys.allow')}</span>
        <span id={`${id}about`} className="col-start-2 text-small text-soft">
          {t('automaticPasskeys.allowText')}
        </span>
      </label>
    </Card>
  )
}
