import { useQueryClient } from '@tanstack/react-query'
import type { ApiWallet } from '@countersign/api/api-endpoints'
import { InPageWalletProof } from '../sign-in/proof-stage/InPageWalletProof.tsx'
import type { RefusedWalletProofPhase } from '../sign-in/proof-flow/WalletProofOutcomePanel.tsx'
import { StepUpForm } from '../sign-in/step-up/StepUpForm.tsx'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useApplyStepUpSession } from '../sign-in/step-up/use-apply-step-up-session.ts'
import { WalletAddress } from '../../ui/WalletAddress.tsx'
import { useTranslations } from 'use-intl'
import type { LinkWalletDialogProps, LinkWalletStep } from './link-wallet-step-types.ts'
import { IdentityMergePreviewPanel } from './IdentityMergePreviewPanel.tsx'
import { IdentityMergeRefusedPanel, WalletLinkedToOtherIdentityPanel } from './WalletLinkedToOtherIdentityPanel.tsx'
import { useEffect, useRef, useState } from 'react'
import { WalletList, WalletListPlaceholder } from '../sign-in/proof-flow/WalletList.tsx'
import type { WalletListProps } from '../sign-in/proof-flow/WalletList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import type { DiscoveredWallet } from '../sign-in/wallet/discovered-wallet.ts'
import {
  matchProviderToLinkedWallet,
  keepShownWalletOrder,
  sortLinkedLast,
} from '../sign-in/wallet/match-provider-to-linked-wallet.ts'

const walletQueryTimeoutMs = 150

interface LinkedWalletMarks {
  readonly marks: ReadonlyMap<string, ApiWallet | null>
  readonly mark: (id: string, linked: ApiWallet | null) => void
  readonly shown: { readonly order: readonly string[]; readonly keepsTop: boolean } | null
  readonly show: (shown: { order: readonly string[]; keepsTop: boolean }) => void
}

function useLinkedWalletMarks(): LinkedWalletMarks {
  const [marks, setMarks] = useState<LinkedWalletMarks['marks']>(new Map())
  const [shown, show] = useState<LinkedWalletMarks['shown']>(null)
  return { marks, mark: (id, linked) => setMarks((known) => new Map(known).set(id, linked)), shown, show }
}

interface LinkWalletListProps extends WalletListProps {
  linked: readonly ApiWallet[]
  known: LinkedWalletMarks
}

function LinkWalletList({ linked, known, found, about, ...props }: LinkWalletListProps) {
  const t = useTranslations()
  const linkedOf = ({ id }: DiscoveredWallet): ApiWallet | null => known.marks.get(id) ?? null
  useQueryWalletAccounts(found.wallets, linked, known.mark)
  const latest = useRef({ found, known })
  useEffect(() => {
    latest.current = { found, known }
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const { found, known } = latest.current
      const order = sortLinkedLast(found.wallets, ({ id }) => Boolean(known.marks.get(id))).map(({ id }) => id)
      if (known.shown === null) known.show({ order, keepsTop: found.awaitedName !== null })
    }, walletQueryTimeoutMs)
    return () => clearTimeout(timer)
  }, [])

  const { shown } = known
  if (shown === null) return <WalletListPlaceholder about={about} />
  const wallets = keepShownWalletOrder(found.wallets, shown.order, shown.keepsTop ? found.recentId : null)
  return (
    <WalletList
      {...props}
      found={{ ...found, wallets }}
      about={
        <>
          {about}
          {wallets.some(linkedOf) && <p className="text-small text-soft">{t('walletsScreen.linkedMarkAbout')}</p>}
        </>
      }
      drawMark={(wallet) => {
        const its = linkedOf(wallet)
        if (its === null && wallet.id === found.recentId) return <Badge>{t('signIn.lastUsed')}</Badge>
        // Every row reserves space for the mark, so that a late mark does not shift the list.
        return (
          <span
            className={`rounded-control px-2 py-0.5 text-caption text-soft outline -outline-offset-1 outline-line ${its ? '' : 'invisible'}`}
          >
            {t('walletsScreen.linkedMark', { address: shortenWalletAddress((its ?? linked[0])?.address ?? '') })}
          </span>
        )
      }}
    />
  )
}

/** Opens no wallet window, because it asks only for accounts that are already shared. */
function useQueryWalletAccounts(
  wallets: readonly DiscoveredWallet[],
  linked: readonly ApiWallet[],
  mark: LinkedWalletMarks['mark'],
): void {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, provider } of wallets) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      void matchProviderToLinkedWallet(provider, linked).then((its) => mark(id, its))
    }
  })
}

interface LinkWalletStepsProps extends LinkWalletDialogProps {
  step: LinkWalletStep
  onStep: (step: LinkWalletStep) => void
}

export function LinkWalletWizard({ step, onStep, linked, other, onLinked, onMerged, onClose }: LinkWalletStepsProps) {
  const t = useTranslations()
  const known = useLinkedWalletMarks()
  const takeConfirmed = useApplyStepUpSession()
  const call = useCallApiWithStepUp()
  const client = useQueryClient()

  const finish = async (wallet: ApiWallet) => {
    await client.invalidateQueries({ queryKey: ['wallets'] })
    onLinked(wallet)
  }
  switch (step.at) {
    case 'confirm':
      return (
        <StepUpForm
          onConfirmed={(signedIn) => {
            takeConfirmed(signedIn)
            onStep({ at: 'link' })
          }}
        />
      )
    case 'link':
      return (
        <InPageWalletProof
          key="link"
          purpose={{ for: 'link', addresses: listLinkedAddresses(linked) }}
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
          drawRefusal={(phase, back) => renderWalletConflict(phase, onStep, back)}
        />
      )
    case 'merge':
      return (
        <InPageWalletProof
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
                <WalletAddress key={address} address={address} rosetteSize={24} />
              ))}
            </div>
          }
          drawRefusal={(phase) => renderMergeRefused(phase, onClose)}
        />
      )
    case 'preview':
      return (
        <IdentityMergePreviewPanel
          merge={step.merge}
          signed={step.signed}
          onRequestSecondSignature={(addresses) => onStep({ at: 'merge', addresses })}
          onMerged={onMerged}
          onClose={onClose}
        />
      )
  }
}

/** Excludes contracts, because the same address on another chain is another wallet. */
const listLinkedAddresses = (wallets: readonly ApiWallet[]): string[] =>
  wallets.flatMap(({ kind, address }) => (kind === 'key' ? [address] : []))

function renderMergeRefused({ code }: RefusedWalletProofPhase, onClose: () => void) {
  return code.startsWith('merge.') ? <IdentityMergeRefusedPanel code={code} onClose={onClose} /> : null
}

function renderWalletConflict(
  { code, connected }: RefusedWalletProofPhase,
  onStep: (step: LinkWalletStep) => void,
  back: () => void,
) {
  if (code !== 'wallet.linked_to_other') return null
  const { address } = connected
  const wallet = connected.wallet.id === '' ? 'another-device' : connected.wallet
  return (
    <WalletLinkedToOtherIdentityPanel
      address={address}
      onMerge={() => onStep({ at: 'merge', addresses: [address], wallet })}
      onChooseOther={back}
    />
  )
}
