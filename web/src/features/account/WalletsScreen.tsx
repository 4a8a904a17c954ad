import { useState } from 'react'
import { useIsMutating } from '@tanstack/react-query'
import type { ApiIdentityMerge, ApiWallet } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import type { ApiCallError } from '../../api/query-client.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyListPanel } from '../../ui/EmptyListPanel.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import {
  useConfirmWalletOnHold,
  useMakePrimaryWallet,
  useUnlinkWallet,
  getWalletLabel,
} from './wallet-mutation-hooks.ts'
import { LinkWalletDialog } from './LinkWalletDialog.tsx'
import { useUndoableIdentityMerges } from './identity-merge-query-hooks.ts'
import { UndoIdentityMergeNotice } from './UndoIdentityMergeNotice.tsx'
import { PagedCardList } from './PagedCardList.tsx'
import { useOwnPasskeys, useOwnWallets } from './account-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'
import { OwnWalletListRow } from './OwnWalletListRow.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'

export function WalletsScreen() {
  const t = useTranslations()
  const merges = useUndoableIdentityMerges()
  const open = merges.data?.items ?? []
  const hasNone = useOwnWallets().data?.pages.every((page) => page.items.length === 0) === true
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-2">
        <PageHeading title={t('account.wallets.title')} />
        <p className="max-w-[60ch] text-soft">
          {hasNone ? t('walletsScreen.introNone') : t('walletsScreen.intro')}{' '}
          <TextLink href={frontEndPagePaths.recoveryHelp('wallet')}>{t('walletsScreen.lost')}</TextLink>
        </p>
      </div>
      {open.map((merge) => (
        <UndoIdentityMergeNotice key={merge.id} merge={merge} />
      ))}
      <LinkWalletButton />
      <WalletList merges={open} />
    </div>
  )
}

function LinkWalletButton() {
  const t = useTranslations()
  const wallets = useOwnWallets()
  const announce = useAnnounce()
  const [isLinking, setIsLinking] = useState(false)
  const [linked, setLinked] = useState<ApiWallet | null>(null)
  const isChanging = useIsMutating() > 0
  if (isChanging && linked) setLinked(null)
  if (!wallets.data) return null
  const items = wallets.data.pages.flatMap((page) => page.items)
  const most = wallets.data.pages[0]?.most ?? 0

  const startLinking = () => {
    setLinked(null)
    setIsLinking(true)
  }
  const finish = (wallet: ApiWallet) => {
    setIsLinking(false)
    setLinked(wallet)
    announce(t('walletsScreen.linkedNow', { address: shortenWalletAddress(wallet.address) }))
  }
  const finishMerge = ({ state }: ApiIdentityMerge) => {
    setIsLinking(false)
    announce(state === 'merged' ? t('walletsScreen.merge.done') : t('pendingMerge.preview.requested'))
  }
  return (
    <>
      <div>
        <Button
          look="main"
          disabledReason={items.length >= most ? t('walletsScreen.full', { most }) : undefined}
          onClick={startLinking}
        >
          {items.length === 0 ? t('walletsScreen.linkFirst') : t('walletsScreen.link')}
        </Button>
      </div>
      {linked && items.some(({ id }) => id === linked.id) && (
        <InlineNotice
          tone="verified"
          title={t('walletsScreen.linkedNow', { address: shortenWalletAddress(linked.address) })}
        >
          <p>{t('walletsScreen.linkedText')}</p>
        </InlineNotice>
      )}
      {isLinking && (
        <LinkWalletDialog linked={items} onLinked={finish} onMerged={finishMerge} onClose={() => setIsLinking(false)} />
      )}
    </>
  )
}

function WalletList({ merges }: { merges: readonly ApiIdentityMerge[] }) {
  const t = useTranslations()
  const { session } = useSignedInAccount()
  const wallets = useOwnWallets()
  const passkeys = useOwnPasskeys()
  const announce = useAnnounce()
  const makePrimary = useMakePrimaryWallet()
  const unlink = useUnlinkWallet()
  const confirm = useConfirmWalletOnHold()
  const [isProving, setIsProving] = useState(false)
  const problem =
    getDisplayableApiProblem(unlink.error) ??
    getDisplayableApiProblem(makePrimary.error) ??
    getShownProblem(confirm.error)
  const items = wallets.data?.pages.flatMap((page) => page.items) ?? []
  // A wallet on hold is not a sign-in method.
  const ways = items.filter(({ hold: held }) => held === null)
  const isOnly = ways.length === 1
  // Until the passkeys have loaded, only the server checks this.
  const isLast = isOnly && passkeys.data?.items.length === 0
  const lastWayIn = ways.length < items.length ? t('walletsScreen.lastWayInBesideHeld') : t('walletsScreen.lastWayIn')
  const hindrance = merges.length > 0 ? t('walletsScreen.mergeOpen') : isLast ? lastWayIn : undefined
  return (
    <>
      {problem && <LoadErrorPanel problem={problem} />}
      <PagedCardList
        label={t('account.wallets.title')}
        query={wallets}
        empty={<EmptyListPanel title={t('walletsScreen.emptyTitle')}>{t('walletsScreen.emptyText')}</EmptyListPanel>}
        renderRow={(wallet: ApiWallet) => (
          <OwnWalletListRow
            key={wallet.id}
            wallet={wallet}
            isCurrent={session.wallet?.address === wallet.address && session.wallet.chain?.id === wallet.chain?.id}
            isOnly={isOnly}
            unlinkDisabledReason={wallet.hold && merges.length === 0 ? undefined : hindrance}
            isUnlinking={unlink.isPending && unlink.variables.id === wallet.id}
            isBecomingPrimary={makePrimary.isPending && makePrimary.variables.id === wallet.id}
            onMakePrimary={() => makePrimary.mutate(wallet)}
            onUnlink={() => unlink.mutate(wallet)}
            renderOnHold={(askToUnlink) =>
              wallet.hold && (
                <WalletOnHold
                  wallet={{ ...wallet, held: wallet.hold }}
                  isConfirming={confirm.isPending && confirm.variables.id === wallet.id}
                  onConfirm={() =>
                    confirm.mutate(wallet, { onError: ({ problem }) => setIsProving(needsProof(problem.code)) })
                  }
                  onUnlink={askToUnlink}
                />
              )
            }
          />
        )}
      />
      {isProving && (
        <LinkWalletDialog
          linked={ways}
          other={{ title: t('wallets.held.proveTitle'), about: t('wallets.held.proveAgain') }}
          onLinked={({ label, address }) => {
            setIsProving(false)
            announce(t('wallets.held.confirmed', { name: getWalletLabel({ label, address }) }))
          }}
          onMerged={() => setIsProving(false)}
          onClose={() => setIsProving(false)}
        />
      )}
    </>
  )
}

/** This refusal is not shown as an error, because a wallet signature is requested instead. */
const needsProof = (code: string): boolean => code === 'wallet.proof_required'
const getShownProblem = (error: ApiCallError | null) =>
  error !== null && needsProof(error.problem.code) ? null : getDisplayableApiProblem(error)

interface WalletOnHoldProps {
  wallet: ApiWallet & { held: NonNullable<ApiWallet['hold']> }
  isConfirming: boolean
  onConfirm: () => void
  onUnlink: () => void
}

function WalletOnHold({ wallet, isConfirming, onConfirm, onUnlink }: WalletOnHoldProps) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const name = getWalletLabel(wallet)
  const at = (time: string): string => formatDateTime(Date.parse(time), locale)
  return (
    <InlineNotice tone="attention" title={t('wallets.held.title', { name })}>
      <p>{t('wallets.held.text', { since: at(wallet.held.since) })}</p>
      <p>{t('wallets.held.until', { until: at(wallet.held.until) })}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={t('wallets.held.confirmNamed', { name })}
          busyLabel={isConfirming ? t('wallets.held.confirming') : undefined}
          onClick={onConfirm}
        >
          {t('wallets.held.confirm')}
        </Button>
        <Button aria-label={t('wallets.held.unlinkNamed', { name })} onClick={onUnlink}>
          {t('wallets.held.unlink')}
        </Button>
      </div>
    </InlineNotice>
  )
}
