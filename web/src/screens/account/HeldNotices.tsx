// Tells who comes to their account that a wallet of theirs is held, since when and until when, and where they decide about it.
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { dayAndTime } from '../../ui/relative-time.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import { walletName } from './change-wallets.ts'
import { useWallets } from './queries.ts'

export function HeldNotices() {
  const { locale } = useSpeech()
  const words = useChapter('wallets').held
  const wallets = useWallets().data?.pages.flatMap(({ items }) => items) ?? []
  const at = (time: string): string => dayAndTime(Date.parse(time), locale)
  return wallets.map(
    (wallet) =>
      wallet.held && (
        <Notice key={wallet.id} tone="attention" title={words.title(walletName(wallet))}>
          <p>{words.text(at(wallet.held.since))}</p>
          <p>{words.until(at(wallet.held.until))}</p>
          <p>
            <Link to={paths.wallets} className="text-seal underline underline-offset-4">
              {words.decide}
            </Link>
          </p>
        </Notice>
      ),
  )
}
