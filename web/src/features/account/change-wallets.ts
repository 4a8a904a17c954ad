// What a person does with their wallets but linking one: gives one a name, makes one the primary one, unlinks one. Each asks
// the server, then looks at the list again and says what happened.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Wallet } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../api/answers.ts'
import { call } from '../../api/api.ts'
import { leaveOnce } from '../../api/leave.ts'
import { paths } from '../../api/paths.ts'
import { useSensitiveCall } from '../sign-in/step-up/use-sensitive-call.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { focusPageHeading } from '../../ui/focus-page-heading.ts'
import { shortAddress } from '../../ui/address-form.ts'
import { useTranslations } from 'use-intl'

/** What a wallet is called in a sentence: its name, or its short address where it has none. */
export const walletName = ({ label, address }: Pick<Wallet, 'label' | 'address'>): string =>
  label ?? shortAddress(address)

/** Gives a wallet another name, or none. */
export function useRenameWallet() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id, label }: { id: string; label: string | null }) =>
      answerOf(await call('changeWallet', { params: { id }, body: { label } })),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: ['wallets'] })
      announce(t('wallets.saved', { name: walletName(wallet) }))
    },
    onError: leaveIfSignedOut,
  })
}

/** Makes a wallet the one that stands for the person where only one is shown. */
export function useMakePrimary() {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: Wallet) =>
      answerOf(await call('changeWallet', { params: { id }, body: { primary: true } })),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: ['wallets'] })
      void client.invalidateQueries({ queryKey: ['session'] })
      focusPageHeading()
      announce(t('wallets.isPrimaryNow', { name: walletName(wallet) }))
    },
    onError: leaveIfSignedOut,
  })
}

/** Unlinks a wallet. One that is gone already, unlinked in another tab, counts as unlinked. */
export function useUnlinkWallet() {
  const t = useTranslations()
  const sensitiveCall = useSensitiveCall()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: Wallet) => {
      const result = await sensitiveCall('unlinkWallet', { params: { id } })
      if (!result.ok && result.problem.code === 'wallet.not_found') return { signedOut: false }
      return answerOf(result)
    },
    onSuccess: async ({ signedOut }, wallet) => {
      if (signedOut) return leaveOnce(paths.signedOut('way-in-gone'))
      await client.invalidateQueries({ queryKey: ['wallets'] })
      void client.invalidateQueries({ queryKey: ['session'] })
      void client.invalidateQueries({ queryKey: ['sessions'] })
      focusPageHeading()
      announce(t('wallets.unlinked', { name: walletName(wallet) }))
    },
    onError: leaveIfSignedOut,
  })
}

/** Confirms that a held wallet is still the person's. `wallet.proof_needed` is for who asks to lead on to its signature. */
export function useConfirmWallet() {
  const t = useTranslations()
  const sensitiveCall = useSensitiveCall()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ id }: Wallet) => answerOf(await sensitiveCall('confirmWallet', { params: { id } })),
    onSuccess: async (wallet) => {
      await client.invalidateQueries({ queryKey: ['wallets'] })
      void client.invalidateQueries({ queryKey: ['session'] })
      focusPageHeading()
      announce(t('wallets.held.confirmed', { name: walletName(wallet) }))
    },
    onError: leaveIfSignedOut,
  })
}
