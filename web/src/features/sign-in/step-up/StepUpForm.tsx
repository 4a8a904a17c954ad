import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import { CrossDeviceButton } from '../cross-device/CrossDeviceButton.tsx'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import { usePanelSwitch } from '../proof-flow/use-panel-switch.ts'
import { LazyCrossDeviceProofPanel } from '../cross-device/lazy-cross-device-components.tsx'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { callApi } from '../../../api/api-client.ts'
import type { HttpConnectionProblem, ApiEndpointResult } from '../../../api/api-client.ts'
import { toCrossDeviceProofOptions } from '../proof-stage/in-page-wallet-proof-options.ts'
import { InPageWalletProof } from '../proof-stage/InPageWalletProof.tsx'
import { WalletAddress } from '../../../ui/WalletAddress.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { useTranslations } from 'use-intl'
import { requestPasskeyAssertion } from '../passkeys/request-passkey-assertion.ts'
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts'
import { redirectToSessionEndedPage } from '../../../api/safe-redirect.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'

type OnStepUpConfirmed = (signedIn: ApiEndpointOutput<'stepUp'>) => void

export function StepUpForm({ onConfirmed }: { onConfirmed: OnStepUpConfirmed }) {
  const ways = useStepUpMethods()
  if (ways.data === undefined) return <SkeletonRows rows={2} />
  if ('problem' in ways.data) return <LoadErrorPanel problem={ways.data.problem} onRetry={() => ways.refetch()} />
  const { addresses, hasPasskeys } = ways.data
  const passkey = hasPasskeys && <PasskeyStepUp hasWallets={addresses.length > 0} onConfirmed={onConfirmed} />
  if (addresses.length === 0) return <PasskeyOnlyStepUp onConfirmed={onConfirmed}>{passkey}</PasskeyOnlyStepUp>
  return (
    <InPageWalletProof
      purpose={{ for: 'step-up', addresses }}
      submit={(signed) => callApi('stepUp', { body: signed })}
      submitAssertion={(assertion) => callApi('stepUpWithPasskey', { body: { assertion } })}
      onProved={onConfirmed}
      before={passkey}
      about={<AcceptedWallets addresses={addresses} />}
    />
  )
}

function PasskeyOnlyStepUp({ onConfirmed, children }: { onConfirmed: OnStepUpConfirmed; children: ReactNode }) {
  const elsewhere = usePanelSwitch()
  const [crossDeviceOptions, setErrand] = useState<CrossDeviceProofOptions | null>(null)
  if (elsewhere.isOpen && crossDeviceOptions)
    return <LazyCrossDeviceProofPanel crossDeviceOptions={crossDeviceOptions} onBack={elsewhere.close} />
  const open = () => {
    setErrand(
      toCrossDeviceProofOptions<ApiEndpointOutput<'stepUp'>>({
        purpose: { for: 'step-up', addresses: [] },
        submit: (signed) => callApi('stepUp', { body: signed }),
        submitAssertion: (assertion) => callApi('stepUpWithPasskey', { body: { assertion } }),
        onProved: onConfirmed,
      }),
    )
    elsewhere.open()
  }
  return (
    <>
      {children}
      <CrossDeviceButton elsewhere={{ ...elsewhere, open }} />
    </>
  )
}

interface StepUpMethods {
  addresses: readonly string[]
  hasPasskeys: boolean
}

/** Never cached, because a sign-in method may just have been unlinked. */
function useStepUpMethods() {
  return useQuery<StepUpMethods | { problem: ProblemDetails | HttpConnectionProblem }>({
    queryKey: ['ways-in'],
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const [wallets, passkeys] = await Promise.all([
        callApi('listWallets', { signal }),
        callApi('listPasskeys', { signal }),
      ])
      if (!wallets.ok) return { problem: wallets.problem }
      if (!passkeys.ok) return { problem: passkeys.problem }
      return {
        // A wallet on hold is not a sign-in method.
        addresses: wallets.answer.items.flatMap(({ hold: held, address }) => (held === null ? [address] : [])),
        hasPasskeys: passkeys.answer.items.length > 0,
      }
    },
  })
}

const maxListedAddresses = 3

function AcceptedWallets({ addresses }: { addresses: readonly string[] }): ReactNode {
  const t = useTranslations()
  return (
    <div className="grid gap-2 text-small text-soft">
      <p>{addresses.length === 1 ? t('stepUp.thisWallet') : t('stepUp.anyWallet')}</p>
      {addresses.length <= maxListedAddresses && (
        <ul className="grid gap-2 text-ink">
          {addresses.map((address) => (
            <li key={address}>
              <WalletAddress address={address} rosetteSize={24} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PasskeyStepUpProps {
  hasWallets: boolean
  onConfirmed: (signedIn: ApiEndpointOutput<'stepUp'>) => void
}

interface PasskeyStepUpFailure {
  title: string
  action: string
  /** The person cancelled, which is not an error. */
  isChosen: boolean
}

function PasskeyStepUp({ hasWallets, onConfirmed }: PasskeyStepUpProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<PasskeyStepUpFailure | null>(null)
  if (!canUsePasskeys()) return hasWallets ? null : <InlineNotice tone="attention" title={t('stepUp.unsupported')} />

  const fail = (failure: PasskeyStepUpFailure) => {
    setIsBusy(false)
    setFailure(failure)
    announce(`${failure.title} ${failure.action}`)
  }

  const failed = (why: 'cancelled' | 'failed') =>
    fail({ title: t(`stepUp.${why}.title`), action: t(`stepUp.${why}.action`), isChosen: why === 'cancelled' })

  async function confirm() {
    setIsBusy(true)
    setFailure(null)
    const options = await callApi('createPasskeyStepUp')
    if (!options.ok) return refuse(options)
    const asked = await requestPasskeyAssertion(options.answer)
    if (!asked.ok) return failed(asked.reason === 'cancelled' ? 'cancelled' : 'failed')
    const result = await callApi('stepUpWithPasskey', { body: { assertion: asked.assertion } })
    if (result.ok) onConfirmed(result.answer)
    else refuse(result)
  }

  function refuse({ problem }: ApiEndpointResult<'stepUpWithPasskey' | 'createPasskeyStepUp'> & { ok: false }) {
    if (problem.code === 'session.required') return redirectToSessionEndedPage()
    fail({ ...getTranslatedProblemMessage(t, problem), isChosen: false })
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
        <InlineNotice tone={failure.isChosen ? 'neutral' : 'attention'} title={failure.title}>
          <p>{failure.action}</p>
        </InlineNotice>
      )}
      {hasWallets && <p className="text-small text-soft">{t('stepUp.orWallet')}</p>}
    </div>
  )
}
