import { useState } from 'react'
import type { ApiApplicationGrant, ApiWallet } from '@countersign/api/api-endpoints'
import { formatApplicationName } from '../applications/format-application-name.ts'
import { WalletNameAndAddress, WalletRadioGroup } from '../applications/WalletRadioGroup.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { useTranslations } from 'use-intl'
import { useOwnWallets } from './account-query-hooks.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { getWalletLabel } from './wallet-mutation-hooks.ts'

export function DisclosedWalletSetting({ grant }: { grant: ApiApplicationGrant }) {
  const t = useTranslations()
  const [isChanging, setIsChanging] = useState(false)
  const { wallet, sharesWallet } = grant
  if (wallet === null && !sharesWallet) return null
  return (
    <section className="grid gap-1">
      <h3 className="font-sans text-caption text-soft">{t('knownWallet.title')}</h3>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        {wallet === null ? (
          <p className="text-small text-soft">{t('knownWallet.notYet')}</p>
        ) : (
          <WalletNameAndAddress wallet={wallet} />
        )}
        {sharesWallet && (
          <Button
            small
            aria-label={t('knownWallet.changeNamed', { application: formatApplicationName(grant.application) })}
            onClick={() => setIsChanging(true)}
          >
            {t('knownWallet.change')}
          </Button>
        )}
      </div>
      {wallet?.linked === false && <p className="text-small text-amber">{t('knownWallet.unlinked')}</p>}
      {isChanging && <ChangeDisclosedWalletDialog grant={grant} onClose={() => setIsChanging(false)} />}
    </section>
  )
}

function ChangeDisclosedWalletDialog({ grant, onClose }: { grant: ApiApplicationGrant; onClose: () => void }) {
  const t = useTranslations()
  const all = useOwnWallets().data?.pages.flatMap(({ items }) => items) ?? []
  const wallets = all.filter(({ id }) => grant.selectableWalletIds.includes(id))
  const known = grant.wallet?.linked === true ? grant.wallet.id : null
  const [chosen, setChosen] = useState(known)
  const change = useChangeDisclosedWallet(onClose)
  const name = formatApplicationName(grant.application)
  const wallet = wallets.find(({ id }) => id === chosen)
  return (
    <Dialog title={t('knownWallet.which', { application: name })} onClose={onClose}>
      <p className="text-small text-soft">{t('knownWallet.changeText')}</p>
      {wallets.length === 0 ? (
        <p className="text-small">{t('knownWallet.none', { application: name })}</p>
      ) : (
        <WalletRadioGroup
          legend={t('knownWallet.which', { application: name })}
          isLegendHidden
          wallets={wallets}
          chosen={chosen}
          marks={(id) => (id === grant.wallet?.id ? [t('knownWallet.known')] : [])}
          onChoose={setChosen}
        />
      )}
      {wallets.length > 0 && wallets.length < all.length && (
        <p className="text-small text-soft">{t('knownWallet.onlySome', { application: name })}</p>
      )}
      {grant.wallet !== null && chosen !== grant.wallet.id && chosen !== null && (
        <p className="text-small">{t('knownWallet.learnsBoth', { application: name })}</p>
      )}
      {change.error && <LoadErrorPanel problem={change.error.problem} />}
      <Button
        look="main"
        busyLabel={change.isPending ? t('knownWallet.saving') : undefined}
        onClick={() => (wallet === undefined || wallet.id === known ? onClose() : change.mutate({ grant, wallet }))}
      >
        {t('knownWallet.save')}
      </Button>
    </Dialog>
  )
}

function useChangeDisclosedWallet(onDone: () => void) {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ grant: { id }, wallet }: { grant: ApiApplicationGrant; wallet: ApiWallet }) =>
      unwrapApiResult(await callApi('changeGrantWallet', { params: { id }, body: { wallet: wallet.id } })),
    onSuccess: async (_, { grant, wallet }) => {
      await client.invalidateQueries({ queryKey: ['grants'] })
      onDone()
      announce(
        t('knownWallet.saved', {
          application: formatApplicationName(grant.application),
          wallet: getWalletLabel(wallet),
        }),
      )
    },
    onError: redirectOnSessionError,
  })
}
