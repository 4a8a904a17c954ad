// The steps of linking a wallet.
import { useQueryClient } from '@tanstack/react-query'
import type { Wallet } from '@countersign/api/calls'
import { InPlaceProof } from '../sign-in/proof-stage/InPlaceProof.tsx'
import type { Refused } from '../sign-in/proof/Panel.tsx'
import { StepUp } from '../sign-in/step-up/StepUp.tsx'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useTakeConfirmed } from '../sign-in/step-up/use-take-confirmed.ts'
import { Address } from '../../ui/Address.tsx'
import { useTranslations } from 'use-intl'
import type { LinkDialogProps, LinkStep } from './link-step.ts'
import { MergePreview } from './MergePreview.tsx'
import { MergeRefused, WalletTaken } from './WalletTaken.tsx'
import { useEffect, useRef, useState } from 'react'
import { WalletList, WalletListPlaceholder } from '../sign-in/proof/WalletList.tsx'
import type { WalletListProps } from '../sign-in/proof/WalletList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { shortAddress } from '../../ui/address-form.ts'
import type { FoundWallet } from '../sign-in/wallet/found-wallet.ts'
import { findLinked, inShownOrder, linkedLast } from '../sign-in/wallet/linked-marks.ts'

/** Most wallets answer sooner; the others are not waited for. Shorter than the moment in which wallets are looked for anyway. */
const patienceMilliseconds = 150

/** What is known of the wallets as long as the dialog is open: which of them are linked, and the order that was shown first. */
interface LinkMarks {
  readonly marks: ReadonlyMap<string, Wallet | null>
  readonly mark: (id: string, linked: Wallet | null) => void
  readonly shown: { readonly order: readonly string[]; readonly keepsTop: boolean } | null
  readonly show: (shown: { order: readonly string[]; keepsTop: boolean }) => void
}

function useLinkMarks(): LinkMarks {
  const [marks, setMarks] = useState<LinkMarks['marks']>(new Map())
  const [shown, show] = useState<LinkMarks['shown']>(null)
  return { marks, mark: (id, linked) => setMarks((known) => new Map(known).set(id, linked)), shown, show }
}

interface LinkWalletListProps extends WalletListProps {
  linked: readonly Wallet[]
  known: LinkMarks
}

function LinkWalletList({ linked, known, found, about, ...props }: LinkWalletListProps) {
  const t = useTranslations()
  const linkedOf = ({ id }: FoundWallet): Wallet | null => known.marks.get(id) ?? null
  useAskWallets(found.wallets, linked, known.mark)
  const latest = useRef({ found, known })
  useEffect(() => {
    latest.current = { found, known }
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      const { found, known } = latest.current
      const order = linkedLast(found.wallets, ({ id }) => Boolean(known.marks.get(id))).map(({ id }) => id)
      if (known.shown === null) known.show({ order, keepsTop: found.awaited !== null })
    }, patienceMilliseconds)
    return () => clearTimeout(timer)
  }, [])

  const { shown } = known
  if (shown === null) return <WalletListPlaceholder about={about} />
  const wallets = inShownOrder(found.wallets, shown.order, shown.keepsTop ? found.recentId : null)
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
        // Every row keeps the room of the mark, so that one that comes late moves nothing; an outline takes no room, as the other badge has none.
        return (
          <span
            className={`rounded-control px-2 py-0.5 text-caption text-soft outline -outline-offset-1 outline-line ${its ? '' : 'invisible'}`}
          >
            {t('walletsScreen.linkedMark', { address: shortAddress((its ?? linked[0])?.address ?? '') })}
          </span>
        )
      }}
    />
  )
}

/** Asks each wallet once for what it shares already; it opens no window for that. */
function useAskWallets(wallets: readonly FoundWallet[], linked: readonly Wallet[], mark: LinkMarks['mark']): void {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    for (const { id, provider } of wallets) {
      if (asked.current.has(id)) continue
      asked.current.add(id)
      void findLinked(provider, linked).then((its) => mark(id, its))
    }
  })
}

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
