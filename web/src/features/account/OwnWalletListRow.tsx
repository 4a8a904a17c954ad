import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { ApiWallet } from '@countersign/api/api-endpoints'
import { WalletAddress } from '../../ui/WalletAddress.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { CardListRow } from '../../ui/CardList.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { FormattedDate, RelativeTime } from '../../ui/RelativeTime.tsx'
import { chainFamilyNames } from '../../i18n/chain-family-names.ts'
import { useTranslations } from 'use-intl'
import { getWalletLabel, useRenameWallet } from './wallet-mutation-hooks.ts'
import { useRestoreFocus } from '../../ui/use-restore-focus.ts'
import { RenameSignInMethodForm } from './RenameSignInMethodForm.tsx'

interface WalletRowProps {
  wallet: ApiWallet
  isCurrent: boolean
  isOnly: boolean
  unlinkDisabledReason: string | undefined
  isUnlinking: boolean
  isBecomingPrimary: boolean
  onMakePrimary: () => void
  onUnlink: () => void
  renderOnHold: (askToUnlink: () => void) => ReactNode
}

export function OwnWalletListRow({
  wallet,
  isCurrent,
  isOnly,
  unlinkDisabledReason,
  isUnlinking,
  isBecomingPrimary,
  onMakePrimary,
  onUnlink,
  renderOnHold,
}: WalletRowProps) {
  const t = useTranslations()
  const [isNaming, setIsNaming] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const rename = useRestoreFocus(isNaming)
  const ownName = sanitizeWalletEnsName(wallet.name)
  const picture = ownName !== null && (
    <Avatar path={wallet.picture} size={20} className="mr-1.5 inline-block align-[-0.25em]" />
  )
  return (
    <CardListRow
      head={
        <WalletAddress
          address={wallet.address}
          name={wallet.label ?? ownName}
          mark={wallet.label === null && picture}
        />
      }
    >
      <div className="grid gap-3 pt-0.5 pl-13">
        {(wallet.primary || isCurrent || wallet.hold) && (
          <p className="flex flex-wrap gap-2">
            {wallet.primary && <Badge>{t('walletsScreen.primary')}</Badge>}
            {isCurrent && <Badge>{t('walletsScreen.current')}</Badge>}
            {wallet.hold && <Badge tone="attention">{t('wallets.held.badge')}</Badge>}
          </p>
        )}
        <WalletFacts wallet={wallet} ownName={ownName} picture={picture} />
        {wallet.kind === 'contract' &&
          (unlinkDisabledReason === t('walletsScreen.lastWayIn') ||
            unlinkDisabledReason === t('walletsScreen.lastWayInBesideHeld')) && (
            <p className="max-w-[60ch] text-small text-soft">{t('walletsScreen.onlyContract')}</p>
          )}
        {wallet.hold ? (
          renderOnHold(() => setIsAsking(true))
        ) : isNaming ? (
          <WalletNameForm wallet={wallet} onDone={() => setIsNaming(false)} />
        ) : (
          <WalletActions
            wallet={wallet}
            unlinkDisabledReason={unlinkDisabledReason}
            isUnlinking={isUnlinking}
            isBecomingPrimary={isBecomingPrimary}
            renameButton={rename}
            onRename={() => setIsNaming(true)}
            onMakePrimary={onMakePrimary}
            onUnlink={() => setIsAsking(true)}
          />
        )}
      </div>
      {isAsking && (
        <UnlinkWalletDialog
          wallet={wallet}
          isCurrent={isCurrent}
          isOnly={isOnly}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onUnlink()
          }}
        />
      )}
    </CardListRow>
  )
}

function WalletNameForm({ wallet, onDone }: { wallet: ApiWallet; onDone: () => void }) {
  return <RenameSignInMethodForm item={wallet} texts="walletsScreen" rename={useRenameWallet()} onDone={onDone} />
}

interface WalletFactsProps {
  wallet: ApiWallet
  ownName: string | null
  picture: ReactNode
}

function WalletFacts({ wallet, ownName, picture }: WalletFactsProps) {
  const t = useTranslations()
  return (
    <p className="flex flex-wrap items-baseline gap-x-5 text-small text-soft">
      {wallet.namespace !== 'eip155' && <span>{chainFamilyNames[wallet.namespace]}</span>}
      {wallet.chain && <span>{t('walletsScreen.contractOn', { chain: wallet.chain.name })}</span>}
      {ownName !== null && wallet.label !== null && (
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {picture}
          {t('walletsScreen.ownName', { name: ownName })}
        </span>
      )}
      <span>
        {t('walletsScreen.linked')} <FormattedDate at={wallet.linkedAt} />
      </span>
      <span>
        {t('walletsScreen.lastUsed')} <RelativeTime at={wallet.lastUsedAt} />
      </span>
    </p>
  )
}

interface WalletActionsProps extends Pick<
  WalletRowProps,
  'wallet' | 'unlinkDisabledReason' | 'isUnlinking' | 'isBecomingPrimary' | 'onMakePrimary' | 'onUnlink'
> {
  renameButton: Ref<HTMLButtonElement>
  onRename: () => void
}

function WalletActions({
  wallet,
  unlinkDisabledReason,
  isUnlinking,
  isBecomingPrimary,
  renameButton,
  onRename,
  onMakePrimary,
  onUnlink,
}: WalletActionsProps) {
  const t = useTranslations()
  const name = getWalletLabel(wallet)
  return (
    // The reason of a disabled button is a line below all of them.
    <div className="flex flex-wrap gap-2 [&>span]:contents [&>span>span]:basis-full">
      <Button
        ref={renameButton}
        aria-label={
          wallet.label === null ? t('walletsScreen.giveNameNamed', { name }) : t('walletsScreen.renameNamed', { name })
        }
        small
        onClick={onRename}
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
        disabledReason={unlinkDisabledReason}
        busyLabel={isUnlinking ? t('walletsScreen.unlinking') : undefined}
        onClick={onUnlink}
      >
        {t('walletsScreen.unlink')}
      </Button>
    </div>
  )
}

interface UnlinkWalletDialogProps extends Pick<WalletRowProps, 'wallet' | 'isCurrent' | 'isOnly'> {
  onCancel: () => void
  onConfirm: () => void
}

function UnlinkWalletDialog({ wallet, isCurrent, isOnly, onCancel, onConfirm }: UnlinkWalletDialogProps) {
  const t = useTranslations()
  return (
    <ConfirmDialog
      title={t('walletsScreen.confirmTitle', { name: getWalletLabel(wallet) })}
      confirmLabel={t('walletsScreen.confirm')}
      onCancel={onCancel}
      onConfirm={onConfirm}
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
  )
}
