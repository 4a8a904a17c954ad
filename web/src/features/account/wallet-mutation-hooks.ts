import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiWallet } from '@countersign/api/api-endpoints'
import { unwrapApiResult, redirectOnSessionError } from '../../api/query-client.ts'
import { callApi } from '../../api/api-client.ts'
import { redirectBrowserOnce } from '../../api/safe-redirect.ts'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { useCallApiWithStepUp } from '../sign-in/step-up/use-call-api-with-step-up.ts'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { useTranslations } from 'use-intl'

export const getWalletLabel = ({ label, address }: Pick<ApiWallet, 'label' | 'address'>): string =>
  label ?? shortenWalletAddress(address)

export function useRenameWallet() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id, label }: { id: string; label: string | null }) =>
      unwrapApiResult(await callApi('changeWallet', { params: { id }, body: { label } })),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: ['wallets'] })
      announce(t('wallets.saved', { name: getWalletLabel(wallet) }))
    },
    onError: redirectOnSessionError,
  })
}

/** Makes a wallet primary: it represents the person wherever only one wallet is shown. */
export function useMakePrimaryWallet() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: ApiWallet) =>
      unwrapApiResult(await callApi('changeWallet', { params: { id }, body: { primary: true } })),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: ['wallets'] })
      void client.invalidateQueries({ queryKey: ['session'] })
      focusPageHeading()
      announce(t('wallets.isPrimaryNow', { name: getWalletLabel(wallet) }))
    },
    onError: redirectOnSessionError,
  })
}

export function useUnlinkWallet() {
  const t = useTranslations()
  const sensitiveCall = useCallApiWithStepUp()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: ApiWallet) => {
      const result = await sensitiveCall('unlinkWallet', { params: { id } })
      if (!result.ok && result.problem.code === 'wallet.not_found') return { signedOut: false }
      return unwrapApiResult(result)
    },
    onSuccess: async ({ signedOut }, wallet) => {
      if (signedOut) return redirectBrowserOnce(frontEndPagePaths.signedOut('way-in-gone'))
      await client.invalidateQueries({ queryKey: ['wallets'] })
      void client.invalidateQueries({ queryKey: ['session'] })
      void client.invalidateQueries({ queryKey: ['sessions'] })
      focusPageHeading()
      announce(t('wallets.unlinked', { name: getWalletLabel(wallet) }))
    },
    onError: redirectOnSessionError,
  })
}

/** On `wallet.proof_required`, the caller must request the wallet's signature. */
export function useConfirmWalletOnHold() {
  const t = useTranslations()
  const sensitiveCall = useCallApiWithStepUp()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: ApiWallet) => unwrapApiResult(await sensitiveCall('confirmWallet', { params: { id } })),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: ['wallets'] })
      void client.invalidateQueries({ queryKey: ['session'] })
      focusPageHeading()
      announce(t('wallets.held.confirmed', { name: getWalletLabel(wallet) }))
    },
    onError: redirectOnSessionError,
  })
}
