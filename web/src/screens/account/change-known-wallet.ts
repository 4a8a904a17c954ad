// Chooses which wallet an application knows: asks the server, looks at the list again and says what happened.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Grant, Wallet } from '@countersign/api/calls'
import { answerOf, leaveIfSignedOut } from '../../answers.ts'
import { call } from '../../api.ts'
import { shownName } from '../../applications/shown-name.ts'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { useTranslations } from 'use-intl'
import { walletName } from './change-wallets.ts'

/** @param onDone called once it is so */
export function useChangeKnownWallet(onDone: () => void) {
  const t = useTranslations()
  const client = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: async ({ grant: { id }, wallet }: { grant: Grant; wallet: Wallet }) =>
      answerOf(await call('changeGrantWallet', { params: { id }, body: { wallet: wallet.id } })),
    onSuccess: async (_, { grant, wallet }) => {
      await client.invalidateQueries({ queryKey: ['grants'] })
      onDone()
      announce(t('knownWallet.saved', { application: shownName(grant.application), wallet: walletName(wallet) }))
    },
    onError: leaveIfSignedOut,
  })
}
