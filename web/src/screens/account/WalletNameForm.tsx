// The form that names a wallet. What went wrong the last time goes with the form, so that one that is opened again begins anew.
import type { Wallet } from '@countersign/api/calls'
import { useRenameWallet } from './change-wallets.ts'
import { NameForm } from './NameForm.tsx'

export function WalletNameForm({ wallet, onDone }: { wallet: Wallet; onDone: () => void }) {
  return <NameForm named={wallet} texts="walletsScreen" rename={useRenameWallet()} onDone={onDone} />
}
