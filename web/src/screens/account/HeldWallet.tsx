// A contract wallet that is held because its contract has changed hands: what that means, and the two ways out of it.
import type { Wallet } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { dayAndTime } from '../../ui/relative-time.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import { walletName } from './change-wallets.ts'

interface HeldWalletProps {
  wallet: Wallet & { held: NonNullable<Wallet['held']> }
  isConfirming: boolean
  onConfirm: () => void
  onUnlink: () => void
}

export function HeldWallet({ wallet, isConfirming, onConfirm, onUnlink }: HeldWalletProps) {
  const { locale } = useSpeech()
  const words = useChapter('wallets').held
  const name = walletName(wallet)
  const at = (time: string): string => dayAndTime(Date.parse(time), locale)
  return (
    <Notice tone="attention" title={words.title(name)}>
      <p>{words.text(at(wallet.held.since))}</p>
      <p>{words.until(at(wallet.held.until))}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={words.confirmNamed(name)}
          busyLabel={isConfirming ? words.confirming : undefined}
          onClick={onConfirm}
        >
          {words.confirm}
        </Button>
        <Button aria-label={words.unlinkNamed(name)} onClick={onUnlink}>
          {words.unlink}
        </Button>
      </div>
    </Notice>
  )
}
