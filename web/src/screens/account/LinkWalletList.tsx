// The wallets to choose from when one is linked: those that would give an account that is linked already are marked and stand last. The
// list is held back for a moment only for what they say; whoever answers later is marked where it stands, and nothing moves.
import { useEffect, useRef, useState } from 'react'
import type { Wallet } from '@countersign/api/calls'
import { WalletList, WalletListPlaceholder } from '../../prove/WalletList.tsx'
import type { WalletListProps } from '../../prove/WalletList.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { shortAddress } from '../../ui/address-form.ts'
import type { FoundWallet } from '../../wallet/found-wallet.ts'
import { findLinked, inShownOrder, linkedLast } from '../../wallet/linked-marks.ts'
import { useTranslations } from 'use-intl'

/** Most wallets answer sooner; the others are not waited for. Shorter than the moment in which wallets are looked for anyway. */
const patienceMilliseconds = 150

/** What is known of the wallets as long as the dialog is open: which of them are linked, and the order that was shown first. */
export interface LinkMarks {
  readonly marks: ReadonlyMap<string, Wallet | null>
  readonly mark: (id: string, linked: Wallet | null) => void
  readonly shown: { readonly order: readonly string[]; readonly keepsTop: boolean } | null
  readonly show: (shown: { order: readonly string[]; keepsTop: boolean }) => void
}

export function useLinkMarks(): LinkMarks {
  const [marks, setMarks] = useState<LinkMarks['marks']>(new Map())
  const [shown, show] = useState<LinkMarks['shown']>(null)
  return { marks, mark: (id, linked) => setMarks((known) => new Map(known).set(id, linked)), shown, show }
}

interface LinkWalletListProps extends WalletListProps {
  linked: readonly Wallet[]
  known: LinkMarks
}

export function LinkWalletList({ linked, known, found, about, ...props }: LinkWalletListProps) {
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
