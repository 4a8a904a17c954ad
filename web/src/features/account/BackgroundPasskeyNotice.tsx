// After a wallet sign-in, the browser may create a passkey if the person allowed it (THREATS P20).
import { useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { useTranslations } from 'use-intl'
import { saveAutomaticPasskeyChoice } from './automatic-passkey-choice.ts'
import { canCreatePasskeysInBackground, createPasskeyInBackground } from './create-passkey-in-background.ts'
import { withPasskeyCreationLock } from './passkey-list-lock.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'

const storage = () => window.localStorage
/** Few people need it, and it is in a chunk with the whole sign-in. */
const loadPasskeyCreation = () => import('../sign-in/passkeys/create-passkey.ts')

export function BackgroundPasskeyNotice() {
  const t = useTranslations()
  if (!useBackgroundPasskeyCreation()) return null
  return (
    <div className="pb-6">
      <InlineNotice tone="verified" title={t('automaticPasskeys.created')}>
        <p>
          {t('automaticPasskeys.createdText')}{' '}
          <Link to={frontEndPagePaths.passkeys} className="text-seal underline underline-offset-4">
            {t('automaticPasskeys.show')}
          </Link>
        </p>
      </InlineNotice>
    </div>
  )
}

/** Runs here and not on the sign-in page, which would leave before the passkey is added. */
function useBackgroundPasskeyCreation(): boolean {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  const { person, session } = useSignedInAccount()
  const [isCreated, setIsCreated] = useState(false)
  const triedSessionId = useRef('')
  const isByWallet = session.wallet !== null && session.stepUpValidUntil !== null
  useEffect(() => {
    if (!isByWallet || triedSessionId.current === session.id) return
    triedSessionId.current = session.id
    const create = async () => {
      if (!(await canCreatePasskeysInBackground())) return
      const outcome = await withPasskeyCreationLock(() => createAutomaticPasskey(t('automaticPasskeys.name')))
      if (outcome === 'not-created') return
      // Once per person and browser.
      saveAutomaticPasskeyChoice(storage, person.id, false)
      if (outcome === 'exists') return
      setIsCreated(true)
      announce(t('automaticPasskeys.created'))
      await client.invalidateQueries({ queryKey: ['passkeys'] })
    }
    // A chunk that cannot be loaded is no reason to disturb the person.
    create().catch(() => {})
  }, [isByWallet, session.id, person.id, client, announce, t])
  return isCreated
}

const createAutomaticPasskey = (label: string) =>
  createPasskeyInBackground({
    createOptions: () => callApi('createPasskeyOptions'),
    create: async (options) => {
      const { createPasskey } = await loadPasskeyCreation()
      return createPasskey(options, { mediation: 'conditional' })
    },
    add: (attestation) => callApi('addPasskey', { body: { attestation, label, automatic: true } }),
  })
