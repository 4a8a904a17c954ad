// Ends the session of this browser and leaves.
import { useState } from 'react'
import { call } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { problemWords } from '../../ui/problem-words.ts'
import { useTranslations } from 'use-intl'
import { ownSignOut } from './signed-in.ts'

export function SignOutButton() {
  const t = useTranslations()
  const announce = useAnnounce()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function signOut() {
    setBusy(true)
    ownSignOut.isUnderWay = true
    setFailure(null)
    const result = await call('signOut')
    if (result.ok) {
      location.assign(paths.signedOut('signed-out'))
      return
    }
    ownSignOut.isUnderWay = false
    const { title, action } = problemWords(t, result.problem)
    setBusy(false)
    setFailure(`${title} ${action}`)
    announce(`${title} ${action}`)
  }

  return (
    <div className="grid justify-items-end gap-2 md:justify-items-stretch">
      <Button
        onClick={signOut}
        busyLabel={busy ? t('account.signingOut') : undefined}
        small
        className="whitespace-nowrap"
      >
        {t('account.signOut')}
      </Button>
      {failure !== null && <p className="max-w-56 text-right text-caption text-red md:text-left">{failure}</p>}
    </div>
  )
}
