// Suggests a passkey to people with one wallet and no passkey, unless they dismissed it.
import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { canUsePasskeys } from '../sign-in/passkeys/can-use-passkeys.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { useTranslations } from 'use-intl'
import { createLazyComponent } from '../../ui/lazy-component.tsx'
import { useAddPasskey } from './passkey-mutation-hooks.ts'
import { isPasskeyNudgeDismissed, dismissPasskeyNudge } from './passkey-nudge-dismissal.ts'
import { useOwnPasskeys, useOwnWallets } from './account-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'

const storage = () => window.localStorage

const FailureNotice = createLazyComponent(
  async () => (await import('./AddPasskeyFailureNotice.tsx')).AddPasskeyFailureNotice,
  { messages: ['account-screens'] },
)

export function PasskeyNudge() {
  const t = useTranslations()
  const { person } = useSignedInAccount()
  const passkeys = useOwnPasskeys()
  const wallets = useOwnWallets()
  const navigate = useNavigate()
  const [isAway, setIsAway] = useState(() => !canUsePasskeys() || isPasskeyNudgeDismissed(storage, person.id))
  const adding = useAddPasskey(({ id }) => void navigate({ to: frontEndPagePaths.passkeys, hash: id }))
  // Hidden until the count is known, so that the suggestion does not flash.
  const isAlone =
    passkeys.data?.items.length === 0 &&
    wallets.data?.pages.flatMap((page) => page.items.filter(({ hold: held }) => held === null)).length === 1
  if (isAway || !isAlone) return null
  return (
    <div className="grid gap-3">
      <InlineNotice title={t('passkeys.nudge')}>
        <p>{t('passkeys.nudgeText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button look="main" busyLabel={adding.busyLabel} onClick={() => adding.mutate([])}>
            {t('passkeys.add')}
          </Button>
          <Button
            look="bare"
            onClick={() => {
              dismissPasskeyNudge(storage, person.id)
              setIsAway(true)
              focusPageHeading()
            }}
          >
            {t('passkeys.notNow')}
          </Button>
        </div>
      </InlineNotice>
      {(adding.isError || adding.isSuccess) && <FailureNotice adding={adding} />}
    </div>
  )
}
