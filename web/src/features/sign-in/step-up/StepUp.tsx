// How a person confirms that it is them: by a passkey, where they have one and this browser can use it, or by a wallet.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { AnotherDeviceButton, useElsewhere } from '../cross-device/AnotherDeviceButton.tsx'
import type { DeviceErrand } from '../proof/errand.ts'
import { AnotherDevice } from '../cross-device/lazy.tsx'
import type { Problem } from '@countersign/api/problem'
import { call } from '../../../api/api.ts'
import type { ClientProblem, CallResult } from '../../../api/api.ts'
import { inPlaceErrand } from '../proof-stage/in-place-errand.ts'
import { InPlaceProof } from '../proof-stage/InPlaceProof.tsx'
import { Address } from '../../../ui/Address.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { useTranslations } from 'use-intl'
import { askPasskey } from '../passkey/ask-passkey.ts'
import { canUsePasskeys } from '../passkey/can-use-passkeys.ts'
import { leaveSignedOut } from '../../../api/leave.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { problemWords } from '../../../ui/problem-words.ts'

type Confirm = (signedIn: CallAnswer<'stepUp'>) => void

export function StepUp({ onConfirmed }: { onConfirmed: Confirm }) {
  const ways = useWaysIn()
  if (ways.data === undefined) return <SkeletonRows rows={2} />
  if ('problem' in ways.data) return <ErrorState problem={ways.data.problem} onRetry={() => ways.refetch()} />
  const { addresses, hasPasskeys } = ways.data
  const passkey = hasPasskeys && <PasskeyWay hasWallets={addresses.length > 0} onConfirmed={onConfirmed} />
  if (addresses.length === 0) return <PasskeyAlone onConfirmed={onConfirmed}>{passkey}</PasskeyAlone>
  return (
    <InPlaceProof
      purpose={{ for: 'step-up', addresses }}
      submit={(signed) => call('stepUp', { body: signed })}
      submitAssertion={(assertion) => call('stepUpWithPasskey', { body: { assertion } })}
      onProved={onConfirmed}
      before={passkey}
      about={<TheseWillDo addresses={addresses} />}
    />
  )
}

/** Of who has no wallet here: a passkey of this browser, or of another device. */
function PasskeyAlone({ onConfirmed, children }: { onConfirmed: Confirm; children: ReactNode }) {
  const elsewhere = useElsewhere()
  const [errand, setErrand] = useState<DeviceErrand | null>(null)
  if (elsewhere.isAway && errand) return <AnotherDevice errand={errand} onBack={elsewhere.back} />
  const go = () => {
    setErrand(
      inPlaceErrand<CallAnswer<'stepUp'>>({
        purpose: { for: 'step-up', addresses: [] },
        submit: (signed) => call('stepUp', { body: signed }),
        submitAssertion: (assertion) => call('stepUpWithPasskey', { body: { assertion } }),
        onProved: onConfirmed,
      }),
    )
    elsewhere.go()
  }
  return (
    <>
      {children}
      <AnotherDeviceButton elsewhere={{ ...elsewhere, go }} />
    </>
  )
}

interface WaysIn {
  addresses: readonly string[]
  hasPasskeys: boolean
}

/** Looked up anew for every question: what was unlinked a moment ago will not do. */
function useWaysIn() {
  return useQuery<WaysIn | { problem: Problem | ClientProblem }>({
    queryKey: ['ways-in'],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const [wallets, passkeys] = await Promise.all([call('listWallets', { signal }), call('listPasskeys', { signal })])
      if (!wallets.ok) return { problem: wallets.problem }
      if (!passkeys.ok) return { problem: passkeys.problem }
      return {
        // A held wallet is no way in.
        addresses: wallets.answer.items.flatMap(({ held, address }) => (held === null ? [address] : [])),
        hasPasskeys: passkeys.answer.items.length > 0,
      }
    },
  })
}

/** More than these are not listed; the person knows that it must be one of theirs. */
const listed = 3

function TheseWillDo({ addresses }: { addresses: readonly string[] }): ReactNode {
  const t = useTranslations()
  return (
    <div className="grid gap-2 text-small text-soft">
      <p>{addresses.length === 1 ? t('stepUp.thisWallet') : t('stepUp.anyWallet')}</p>
      {addresses.length <= listed && (
        <ul className="grid gap-2 text-ink">
          {addresses.map((address) => (
            <li key={address}>
              <Address address={address} rosetteSize={24} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PasskeyWayProps {
  /** Whether there is another way beneath it. */
  hasWallets: boolean
  onConfirmed: (signedIn: CallAnswer<'stepUp'>) => void
}

/** What kept a passkey from confirming, in words. */
interface Failure {
  title: string
  action: string
  /** That none was used is no failure: most often the person called it off. */
  isChosen: boolean
}

function PasskeyWay({ hasWallets, onConfirmed }: PasskeyWayProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (!canUsePasskeys()) return hasWallets ? null : <Notice tone="attention" title={t('stepUp.unsupported')} />

  const fail = (failure: Failure) => {
    setIsBusy(false)
    setFailure(failure)
    announce(`${failure.title} ${failure.action}`)
  }

  const failed = (why: 'cancelled' | 'failed') =>
    fail({ title: t(`stepUp.${why}.title`), action: t(`stepUp.${why}.action`), isChosen: why === 'cancelled' })

  async function confirm() {
    setIsBusy(true)
    setFailure(null)
    const options = await call('createPasskeyStepUp')
    if (!options.ok) return refuse(options)
    const asked = await askPasskey(options.answer)
    if (!asked.ok) return failed(asked.reason === 'cancelled' ? 'cancelled' : 'failed')
    const result = await call('stepUpWithPasskey', { body: { assertion: asked.assertion } })
    if (result.ok) onConfirmed(result.answer)
    else refuse(result)
  }

  function refuse({ problem }: CallResult<'stepUpWithPasskey' | 'createPasskeyStepUp'> & { ok: false }) {
    if (problem.code === 'session.required') return leaveSignedOut()
    fail({ ...problemWords(t, problem), isChosen: false })
  }

  return (
    <div className="grid gap-3">
      <Button
        look="main"
        busyLabel={isBusy ? t('stepUp.waiting') : undefined}
        onClick={() => void confirm().catch(() => failed('failed'))}
      >
        {t('stepUp.usePasskey')}
      </Button>
      {failure && (
        <Notice tone={failure.isChosen ? 'neutral' : 'attention'} title={failure.title}>
          <p>{failure.action}</p>
        </Notice>
      )}
      {hasWallets && <p className="text-small text-soft">{t('stepUp.orWallet')}</p>}
    </div>
  )
}
