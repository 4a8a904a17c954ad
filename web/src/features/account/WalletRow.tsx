// One wallet: its address, what its person calls it, and what can be done with it.
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Wallet } from '@countersign/api/calls'
import { Address } from '../../ui/Address.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ListRow } from '../../ui/List.tsx'
import { OwnPicture } from '../../ui/OwnPicture.tsx'
import { shownWalletName } from '../../ui/person-name.ts'
import { Day, RelativeTime } from '../../ui/RelativeTime.tsx'
import { familyNames } from '../../i18n/chain-family-names.ts'
import { useTranslations } from 'use-intl'
import { walletName, useRenameWallet } from './change-wallets.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { NameForm } from './NameForm.tsx'

interface WalletRowProps {
  wallet: Wallet
  /** Whether this session began with it. */
  isCurrent: boolean
  /** Whether there is no other wallet. */
  isOnly: boolean
  /** Why it cannot be unlinked now; nothing where it can. */
  hindrance: string | undefined
  isUnlinking: boolean
  isBecomingPrimary: boolean
  onMakePrimary: () => void
  onUnlink: () => void
  /** What stands in the place of what else can be done with it, where it is held: told how to ask about unlinking it. */
  drawHeld: (askToUnlink: () => void) => ReactNode
}

export function WalletRow({
  wallet,
  isCurrent,
  isOnly,
  hindrance,
  isUnlinking,
  isBecomingPrimary,
  onMakePrimary,
  onUnlink,
  drawHeld,
}: WalletRowProps) {
  const t = useTranslations()
  const [isNaming, setIsNaming] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const rename = useFocusBack(isNaming)
  const name = walletName(wallet)
  const ownName = shownWalletName(wallet.name)
  const picture = ownName !== null && (
    <OwnPicture path={wallet.picture} size={20} className="mr-1.5 inline-block align-[-0.25em]" />
  )
  return (
    <ListRow
      head={<Address address={wallet.address} name={wallet.label ?? ownName} mark={wallet.label === null && picture} />}
      action={
        (wallet.primary || isCurrent || wallet.held) && (
          <span className="flex flex-wrap gap-2">
            {wallet.primary && <Badge>{t('walletsScreen.primary')}</Badge>}
            {isCurrent && <Badge>{t('walletsScreen.current')}</Badge>}
            {wallet.held && <Badge tone="attention">{t('wallets.held.badge')}</Badge>}
          </span>
        )
      }
    >
      <div className="grid gap-3 sm:pl-13">
        <p className="flex flex-wrap items-baseline gap-x-5 text-small text-soft">
          {wallet.namespace !== 'eip155' && <span>{familyNames[wallet.namespace]}</span>}
          {wallet.chain && <span>{t('walletsScreen.contractOn', { chain: wallet.chain.name })}</span>}
          {ownName !== null && wallet.label !== null && (
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {picture}
              {t('walletsScreen.ownName', { name: ownName })}
            </span>
          )}
          <span>
            {t('walletsScreen.linked')} <Day at={wallet.linkedAt} />
          </span>
          <span>
            {t('walletsScreen.lastUsed')} <RelativeTime at={wallet.lastUsedAt} />
          </span>
        </p>
        {wallet.kind === 'contract' &&
          (hindrance === t('walletsScreen.lastWayIn') || hindrance === t('walletsScreen.lastWayInBesideHeld')) && (
            <p className="max-w-[60ch] text-small text-soft">{t('walletsScreen.onlyContract')}</p>
          )}
        {wallet.held ? (
          drawHeld(() => setIsAsking(true))
        ) : isNaming ? (
          <WalletNameForm wallet={wallet} onDone={() => setIsNaming(false)} />
        ) : (
          <div className="flex flex-wrap items-start gap-2">
            <Button
              ref={rename}
              aria-label={
                wallet.label === null
                  ? t('walletsScreen.giveNameNamed', { name })
                  : t('walletsScreen.renameNamed', { name })
              }
              small
              onClick={() => setIsNaming(true)}
            >
              {wallet.label === null ? t('walletsScreen.giveName') : t('walletsScreen.rename')}
            </Button>
            {!wallet.primary && (
              <Button
                aria-label={t('walletsScreen.makePrimaryNamed', { name })}
                small
                busyLabel={isBecomingPrimary ? t('walletsScreen.saving') : undefined}
                onClick={onMakePrimary}
              >
                {t('walletsScreen.makePrimary')}
              </Button>
            )}
            <Button
              aria-label={t('walletsScreen.unlinkNamed', { name })}
              small
              disabledReason={hindrance}
              busyLabel={isUnlinking ? t('walletsScreen.unlinking') : undefined}
              onClick={() => setIsAsking(true)}
            >
              {t('walletsScreen.unlink')}
            </Button>
          </div>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('walletsScreen.confirmTitle', { name })}
          confirmLabel={t('walletsScreen.confirm')}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onUnlink()
          }}
        >
          <div className="grid gap-3">
            <p>{t('walletsScreen.confirmText')}</p>
            {isOnly ? (
              <p>{t('walletsScreen.confirmOnly')}</p>
            ) : (
              wallet.primary && <p>{t('walletsScreen.confirmPrimary')}</p>
            )}
            {isCurrent && <p className="font-semibold text-ink">{t('walletsScreen.confirmSignedOut')}</p>}
          </div>
        </ConfirmDialog>
      )}
    </ListRow>
  )
}

function WalletNameForm({ wallet, onDone }: { wallet: Wallet; onDone: () => void }) {
  return <NameForm named={wallet} texts="walletsScreen" rename={useRenameWallet()} onDone={onDone} />
}
