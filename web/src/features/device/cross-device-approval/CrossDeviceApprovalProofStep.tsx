// Creates the proof that the other browser submits.
import type { ReactNode } from 'react'
import type { RunningWalletProof } from '../../sign-in/proof-flow/start-wallet-proof.ts'
import { OfflineAndClockNotices } from '../../sign-in/proof-flow/OfflineAndClockNotices.tsx'
import { WalletBrowserUrlContext } from '../../sign-in/proof-flow/wallet-deep-links.ts'
import { WalletProofPanel } from '../../sign-in/proof-stage/WalletProofPanel.tsx'
import { useWalletProofState, startWalletProof } from '../../sign-in/proof-flow/start-wallet-proof.ts'
import { WalletListPlaceholder } from '../../sign-in/proof-flow/WalletList.tsx'
import { walletProofPhasesBeforeChoice } from '../../sign-in/wallet/wallet-proof-phases.ts'
import { describeUserAgent } from '../../../ui/describe-user-agent.ts'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { PublicPageHeader } from '../../../ui/PublicPageHeader.tsx'
import { useTranslations } from 'use-intl'
import { RefuseCrossDeviceRequestButton } from './RefuseCrossDeviceRequestButton.tsx'
import type { CrossDeviceApprovalStepProps } from './cross-device-approval-reducer.ts'
import { useWalletBrowserHandoffLink } from './use-wallet-browser-handoff-link.ts'
import { getApplicationNameOrHost } from './get-application-name-or-host.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import type { HttpConnectionProblem } from '../../../api/api-client.ts'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import { requestPasskeyAssertion } from '../../sign-in/passkeys/request-passkey-assertion.ts'
import type { PasskeyCeremonyFailure } from '../../sign-in/passkeys/passkey-ceremony-failure.ts'
import { canUsePasskeys } from '../../sign-in/passkeys/can-use-passkeys.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getTranslatedProblemMessage } from '../../../ui/get-translated-error-message.ts'
import type { TranslatedErrorTexts } from '../../../ui/get-translated-error-message.ts'
import { dispatchIfCrossDeviceCodeEnded } from './dispatch-if-cross-device-code-ended.ts'
import { toWalletProofServerResult } from '../../sign-in/proof-flow/convert-api-result-for-wallet-proof.ts'

export function CrossDeviceApprovalProofStep({ asked, dispatch }: CrossDeviceApprovalStepProps) {
  const t = useTranslations()
  const running = useApprovalProof({ asked, dispatch })
  // Kept here, because the button remounts when wallets are found and would lose its request.
  const answer = usePasskeyAnswer({ asked, dispatch })
  const { purpose, userAgent } = asked
  const passkey = (purpose === 'sign-in' || purpose === 'step-up') && <PasskeyAnswer answer={answer} />
  const about = (
    <div className="grid gap-5">
      {passkey}
      <p className="text-small text-soft">{t('signIn.aboutWallets')}</p>
    </div>
  )
  return (
    <div className="grid gap-6">
      <PublicPageHeader
        title={t(`answering.prove.title.${purpose}`)}
        text={t(`answering.prove.summary.${purpose}`, {
          to: getApplicationNameOrHost(asked),
          browser: describeUserAgent(t, userAgent, t('applications.device.unknownDevice')),
        })}
      />
      <div className="grid gap-5">
        {running === null ? (
          <WalletListPlaceholder about={about} />
        ) : (
          <ApprovalProofMethods
            running={running}
            passkey={passkey}
            onTaken={answer.end}
            about={about}
            asked={asked}
            dispatch={dispatch}
          />
        )}
      </div>
      <RefuseCrossDeviceRequestButton look="bare" asked={asked} dispatch={dispatch} />
    </div>
  )
}

interface ApprovalProofMethodsProps extends CrossDeviceApprovalStepProps {
  running: RunningWalletProof
  passkey: ReactNode
  about: ReactNode
  onTaken: () => void
}

function ApprovalProofMethods({ running, passkey, about, onTaken, ...part }: ApprovalProofMethodsProps) {
  const state = useWalletProofState(running)
  const hasNoWallet = state.phase.at === 'no-wallet'
  const isTaken = state.phase.at !== 'connecting' && !walletProofPhasesBeforeChoice.includes(state.phase.at)
  useEffect(() => {
    if (isTaken) onTaken()
  }, [isTaken, onTaken])
  const { link, problem, again } = useWalletBrowserHandoffLink(part, hasNoWallet)
  return (
    <>
      <OfflineAndClockNotices state={state} />
      {problem && <LoadErrorPanel problem={problem} onRetry={again} />}
      <WalletBrowserUrlContext value={link}>
        {/* Without a wallet the passkey comes first. */}
        <WalletProofPanel running={running} about={about} before={hasNoWallet && passkey} />
      </WalletBrowserUrlContext>
    </>
  )
}

/** `isChosen` means that the person cancelled, which is not an error. */
type PasskeyAnswerFailure = TranslatedErrorTexts & { isChosen: boolean }

interface PasskeyAnswerState {
  isBusy: boolean
  failure: PasskeyAnswerFailure | null
  startAnswer: () => Promise<void>
  end: () => void
}

function usePasskeyAnswer({ asked: { code }, dispatch }: CrossDeviceApprovalStepProps): PasskeyAnswerState {
  const t = useTranslations()
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<PasskeyAnswerFailure | null>(null)
  const asking = useRef<AbortController | null>(null)
  const end = useCallback(() => {
    asking.current?.abort()
    setIsBusy(false)
    setFailure(null)
  }, [])
  useEffect(() => end, [end])

  const fail = (failure: PasskeyAnswerFailure) => {
    setIsBusy(false)
    setFailure(failure)
    announce(`${failure.title} ${failure.action}`)
  }
  const refuse = (problem: ProblemDetails | HttpConnectionProblem) =>
    fail({ ...getTranslatedProblemMessage(t, problem), isChosen: false })

  const failed = (why: PasskeyCeremonyFailure) => {
    const key = why === 'cancelled' || why === 'unsupported' ? why : 'failed'
    fail({
      title: t(`answering.prove.passkeyTroubles.${key}.title`),
      action: t(`answering.prove.passkeyTroubles.${key}.action`),
      isChosen: key === 'cancelled',
    })
  }

  async function startAnswer() {
    const { signal } = (asking.current = new AbortController())
    setIsBusy(true)
    setFailure(null)
    const request = dispatchIfCrossDeviceCodeEnded(
      await callApi('createCrossDevicePasskey', { body: { code } }),
      dispatch,
    )
    if (signal.aborted) return
    if (!request.ok) return refuse(request.problem)
    const asked = await requestPasskeyAssertion(request.answer, { signal })
    if (signal.aborted) return
    if (!asked.ok) return failed(asked.reason)
    const body = { code, answer: { assertion: asked.assertion } }
    const result = dispatchIfCrossDeviceCodeEnded(await callApi('answerCrossDevice', { body }), dispatch)
    if (result.ok) dispatch({ type: 'answered' })
    else refuse(result.problem)
  }

  return { isBusy, failure, startAnswer, end }
}

function PasskeyAnswer({ answer: { isBusy, failure, startAnswer } }: { answer: PasskeyAnswerState }) {
  const t = useTranslations()
  if (!canUsePasskeys()) return null
  return (
    <div className="grid gap-2">
      <Button busyLabel={isBusy ? t('answering.prove.passkeyWaiting') : undefined} onClick={() => void startAnswer()}>
        <span className="flex items-center justify-center gap-2">
          <Icon name="passkey" />
          {t('signIn.passkey.use')}
        </span>
      </Button>
      {failure ? (
        <InlineNotice tone={failure.isChosen ? 'neutral' : 'attention'} title={failure.title}>
          <p>{failure.action}</p>
        </InlineNotice>
      ) : (
        <p className="text-small text-soft">{t('answering.prove.passkeyHint')}</p>
      )}
    </div>
  )
}

function useApprovalProof({ asked: { code }, dispatch }: CrossDeviceApprovalStepProps): RunningWalletProof | null {
  const [running, setRunning] = useState<RunningWalletProof | null>(null)
  /** Stored in a ref, so that a changed `dispatch` does not restart the proof. */
  const latest = useRef(dispatch)
  useEffect(() => {
    latest.current = dispatch
  })
  useEffect(() => {
    const hear: typeof dispatch = (event) => latest.current(event)
    let isForOwners = false
    const runningProof = startWalletProof({
      purpose: { for: 'elsewhere' },
      readSession: async () => ({ ok: true, answer: null }),
      createChallenge: async (walletKind) => {
        const body = { code, ...(walletKind && { walletKind }) }
        return toWalletProofServerResult(
          dispatchIfCrossDeviceCodeEnded(await callApi('createCrossDeviceChallenge', { body }), hear),
          (answer) => answer,
        )
      },
      async submit(message, signature) {
        if (signature === '0x' && !isForOwners) return { ok: false, problem: { code: 'signature.pending' } }
        const body = { code, answer: { message, signature } }
        const result = dispatchIfCrossDeviceCodeEnded(await callApi('answerCrossDevice', { body }), hear)
        return toWalletProofServerResult(result, () => ({ name: null, next: '' }))
      },
      leave: () => hear({ type: 'answered' }),
    })
    const { proof } = runningProof
    let askAt: number | null = null
    proof.subscribe(() => {
      const { phase } = proof.getSnapshot()
      if (phase.at !== 'awaiting' || phase.askAt === askAt) return
      askAt = phase.askAt
      // If a poll is due immediately, the wallet has reported on-chain approval.
      if (askAt !== null && askAt <= Date.now()) isForOwners = true
    })
    const send: typeof proof.send = (event) => {
      if (event.type === 'proceed' && proof.getSnapshot().phase.at === 'awaiting') isForOwners = true
      proof.send(event)
    }
    setRunning({ ...runningProof, proof: { ...proof, send } })
    return runningProof.stop
  }, [code])
  return running
}
