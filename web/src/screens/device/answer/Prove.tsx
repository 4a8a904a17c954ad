// The proof that the other browser asks for: any wallet of this one, the browser inside a wallet's app, or a passkey. What is signed is handed
// over, and judged where the other browser hands it in.
import type { ReactNode } from 'react'
import type { RunningProof } from '../../../prove/begin-proof.ts'
import { Notices } from '../../../prove/Notices.tsx'
import { PageElsewhere } from '../../../prove/wallet-links.ts'
import { ProofStage } from '../../../prove/ProofStage.tsx'
import { useProofState } from '../../../prove/begin-proof.ts'
import { WalletListPlaceholder } from '../../../prove/WalletList.tsx'
import { deviceWords } from '../../../ui/device-words.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Head } from '../../../ui/Head.tsx'
import { useTranslations } from 'use-intl'
import { PasskeyAnswer } from './PasskeyAnswer.tsx'
import { RefuseButton } from './RefuseButton.tsx'
import type { AnsweringPart } from './stage.ts'
import { useAnsweringProof } from './use-answering-proof.ts'
import { usePassLink } from './use-pass-link.ts'
import { targetOf } from './target.ts'

export function Prove({ asked, dispatch }: AnsweringPart) {
  const t = useTranslations()
  const running = useAnsweringProof({ asked, dispatch })
  const { purpose, userAgent } = asked
  const passkey = (purpose === 'sign-in' || purpose === 'step-up') && (
    <PasskeyAnswer asked={asked} dispatch={dispatch} />
  )
  const about = (
    <div className="grid gap-5">
      {passkey}
      <p className="text-small text-soft">{t('signIn.aboutWallets')}</p>
    </div>
  )
  return (
    <div className="grid gap-6">
      <Head
        title={t(`answering.prove.title.${purpose}`)}
        text={t(`answering.prove.summary.${purpose}`, {
          to: targetOf(asked),
          browser: deviceWords(t, userAgent, t('applications.device.unknownDevice')),
        })}
      />
      <div className="grid gap-5">
        {running === null ? (
          <WalletListPlaceholder about={about} />
        ) : (
          <Ways running={running} passkey={passkey} about={about} asked={asked} dispatch={dispatch} />
        )}
      </div>
      <RefuseButton look="bare" asked={asked} dispatch={dispatch} />
    </div>
  )
}

interface WaysProps extends AnsweringPart {
  running: RunningProof
  passkey: ReactNode
  /** What stands beneath wallets to choose from, the passkey too. */
  about: ReactNode
}

function Ways({ running, passkey, about, ...part }: WaysProps) {
  const state = useProofState(running)
  const hasNoWallet = state.phase.at === 'no-wallet'
  const { link, problem, again } = usePassLink(part, hasNoWallet)
  return (
    <>
      <Notices state={state} />
      {problem && <ErrorState problem={problem} onRetry={again} />}
      <PageElsewhere value={link}>
        {/* Without a wallet the passkey is the shorter way, and stands first. */}
        <ProofStage running={running} about={about} before={hasNoWallet && passkey} />
      </PageElsewhere>
    </>
  )
}
