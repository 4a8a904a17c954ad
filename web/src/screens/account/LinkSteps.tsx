// The steps of linking a wallet.
import { useQueryClient } from '@tanstack/react-query'
import type { Wallet } from '@countersign/api/calls'
import { InPlaceProof } from '../../prove/InPlaceProof.tsx'
import type { Refused } from '../../prove/Panel.tsx'
import { StepUp } from '../../step-up/StepUp.tsx'
import { useSensitiveCall } from '../../step-up/use-sensitive-call.ts'
import { useTakeConfirmed } from '../../step-up/use-take-confirmed.ts'
import { Address } from '../../ui/Address.tsx'
import { useTranslations } from 'use-intl'
import type { LinkDialogProps, LinkStep } from './link-step.ts'
import { LinkWalletList, useLinkMarks } from './LinkWalletList.tsx'
import { MergePreview } from './MergePreview.tsx'
import { MergeRefused, WalletTaken } from './WalletTaken.tsx'

interface LinkStepsProps extends LinkDialogProps {
  step: LinkStep
  onStep: (step: LinkStep) => void
}

export function LinkSteps({ step, onStep, linked, other, onLinked, onMerged, onClose }: LinkStepsProps) {
  const t = useTranslations()
  const known = useLinkMarks()
  const takeConfirmed = useTakeConfirmed()
  const call = useSensitiveCall()
  const client = useQueryClient()

  const finish = async (wallet: Wallet) => {
    await client.invalidateQueries({ queryKey: ['wallets'] })
    onLinked(wallet)
  }
  switch (step.at) {
    case 'confirm':
      return (
        <StepUp
          onConfirmed={(signedIn) => {
            takeConfirmed(signedIn)
            onStep({ at: 'link' })
          }}
        />
      )
    case 'link':
      return (
        <InPlaceProof
          key="link"
          purpose={{ for: 'link', addresses: keysOf(linked) }}
          submit={(signed) => call('linkWallet', { body: signed })}
          onProved={(wallet) => void finish(wallet)}
          onCancelled={onClose}
          about={
            <div className="grid gap-2 text-small text-soft">
              <p>{other?.about ?? t('walletsScreen.linkAbout')}</p>
              {other === undefined && <p>{t('walletsScreen.linkContract')}</p>}
            </div>
          }
          drawWallets={(list) => <LinkWalletList {...list} linked={linked} known={known} />}
          drawRefusal={(phase, back) => drawTaken(phase, onStep, back)}
        />
      )
    case 'merge':
      return (
        <InPlaceProof
          key={step.addresses.join()}
          purpose={{ for: 'merge', addresses: step.addresses }}
          {...(step.wallet && { first: step.wallet })}
          submit={(signed) => call('offerMerge', { body: signed })}
          onProved={(merge) => onStep({ at: 'preview', merge, signed: step.addresses })}
          onCancelled={onClose}
          about={
            <div className="grid gap-2 text-small text-soft">
              <p>{t('walletsScreen.merge.proofAbout')}</p>
              {step.addresses.map((address) => (
                <Address key={address} address={address} rosetteSize={24} />
              ))}
            </div>
          }
          drawRefusal={(phase) => drawImpossible(phase, onClose)}
        />
      )
    case 'preview':
      return (
        <MergePreview
          merge={step.merge}
          signed={step.signed}
          onSecond={(addresses) => onStep({ at: 'merge', addresses })}
          onMerged={onMerged}
          onClose={onClose}
        />
      )
  }
}

/** What need not be signed to be known as linked. A contract at the same address on another chain is another wallet: of contracts only the
 * server can say. */
const keysOf = (wallets: readonly Wallet[]): string[] =>
  wallets.flatMap(({ kind, address }) => (kind === 'key' ? [address] : []))

/** The two cannot be merged. */
function drawImpossible({ code }: Refused, onClose: () => void) {
  return code.startsWith('merge.') ? <MergeRefused code={code} onClose={onClose} /> : null
}

/** The wallet signs in to another identity. */
function drawTaken({ code, connected }: Refused, onStep: (step: LinkStep) => void, back: () => void) {
  if (code !== 'wallet.taken') return null
  const { address } = connected
  // What another device signed with has no name here.
  const wallet = connected.wallet.id === '' ? 'another-device' : connected.wallet
  return (
    <WalletTaken
      address={address}
      onMine={() => onStep({ at: 'merge', addresses: [address], wallet })}
      onOther={back}
    />
  )
}
