import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'
import type { WalletDiscoverySnapshot } from '../wallet/list-discovered-wallets.ts'
import type { DiscoveredWallet } from '../wallet/discovered-wallet.ts'
import type { WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import { Spinner } from './Spinner.tsx'
import { FocusablePanelHeading } from './FocusablePanelHeading.tsx'
import { findChosenWalletInList, getWalletNameAndIcon, WalletButton } from './WalletButton.tsx'

export interface WalletListProps {
  phase: Extract<WalletProofPhase, { at: 'choosing' | 'connecting' }>
  found: WalletDiscoverySnapshot
  onLook: () => void
  drawMark?: (wallet: DiscoveredWallet) => ReactNode
  about: ReactNode
  lead?: ReactNode
  onChoose: (wallet: Pick<DiscoveredWallet, 'id'>, name: string) => void
  onCancel: () => void
}

export function WalletList({ phase, found, drawMark, onLook, about, lead, onChoose, onCancel }: WalletListProps) {
  const t = useTranslations()
  const chosen = phase.at === 'connecting' ? phase.wallet : null
  const [open, setOpen] = useState<string | null>(null)
  // More chain families were found after the click, so the user is asked which one to use.
  const isLate =
    chosen && found.wallets.some(({ id, renderChainFamilyChoice: drawChains }) => id === open && drawChains)
  useEffect(() => {
    if (isLate) onCancel()
  })
  return (
    <>
      <FocusablePanelHeading title={t('signIn.choose')} />
      {chosen === null && lead}
      <Card className="overflow-hidden">
        <ul aria-label={t('signIn.choose')} className="divide-y divide-line">
          {found.awaitedName !== null && (
            <li className="skeleton flex min-h-16 items-center gap-3 px-4 py-3">
              {found.awaitedName} · {t('signIn.passkey.waiting')}
            </li>
          )}
          {found.wallets.map((wallet) => {
            const look = getWalletNameAndIcon(wallet, t('signIn.browserWallet'))
            const isBusy = chosen !== null && findChosenWalletInList(chosen, [wallet]) !== null
            const drawOpen = open === wallet.id && !chosen && wallet.renderChainFamilyChoice
            return (
              <li key={wallet.id}>
                <WalletButton
                  look={look}
                  isBusy={isBusy}
                  isOpen={wallet.renderChainFamilyChoice && Boolean(drawOpen)}
                  isIdle={chosen !== null && !isBusy}
                  onFocus={onLook}
                  onChoose={() => {
                    setOpen(drawOpen ? null : wallet.id)
                    if (!wallet.renderChainFamilyChoice) onChoose(wallet, look.name)
                  }}
                  mark={
                    drawMark ? drawMark(wallet) : wallet.id === found.recentId && <Badge>{t('signIn.lastUsed')}</Badge>
                  }
                  end={
                    isBusy ? (
                      <Spinner className="text-seal" />
                    ) : (
                      <Icon name="next" size={18} className={`text-soft ${drawOpen ? 'rotate-90' : ''}`} />
                    )
                  }
                />
                {drawOpen &&
                  drawOpen(
                    found.recentKey,
                    (one) => {
                      setOpen(null)
                      onChoose(one, look.name)
                    },
                    () => setOpen(null),
                  )}
              </li>
            )
          })}
          {found.isIncomplete && (
            <li className="flex items-center justify-between gap-3 px-4 py-3">
              {t('signIn.missingWallets')}
              <Button className="shrink-0" onClick={onLook}>
                {t('signIn.tryNow')}
              </Button>
            </li>
          )}
        </ul>
      </Card>
      {chosen === null ? (
        about
      ) : (
        <div className="grid gap-3">
          <p>{t('signIn.connecting', { wallet: chosen.name })}</p>
          {phase.at === 'connecting' && phase.slowAt === null && (
            <p className="text-small text-soft">{t('signIn.connectingSlow')}</p>
          )}
          <Button className="justify-self-start" onClick={onCancel}>
            {t('signIn.cancel')}
          </Button>
        </div>
      )}
    </>
  )
}

export function WalletListPlaceholder({ about }: { about: ReactNode }) {
  const t = useTranslations()
  return (
    <>
      <FocusablePanelHeading title={t('signIn.choose')} />
      <Card>
        <p className="sr-only">{t('signIn.looking')}</p>
        <div aria-hidden="true" className="divide-y divide-line">
          {[0, 1].map((row) => (
            <div key={row} className="skeleton flex min-h-16 items-center gap-3 px-4 py-3">
              <span className="size-10 rounded-control bg-sunk" />
              <span className="h-4 w-2/5 rounded-control bg-sunk" />
            </div>
          ))}
        </div>
      </Card>
      {about}
    </>
  )
}
