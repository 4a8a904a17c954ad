// What the reader of this page has themselves, where they are signed in: how many ways in, and whether that is enough.
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useChapter } from '../../words/use-words.ts'
import type { Ways } from './use-ways-in.ts'

export function WaysIn({ ways }: { ways: Ways | null }) {
  const words = useChapter('lost').ways
  if (ways === null) return null
  const { wallets, passkeys } = ways
  const isSafe = wallets + passkeys > 1
  return (
    <Notice
      tone={isSafe ? 'verified' : 'attention'}
      title={words.some(words.wallets(wallets), words.passkeys(passkeys))}
    >
      <p>{isSafe ? words.safe : words.alone}</p>
      {!isSafe && (
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          <TextLink href={paths.passkeys}>{passkeys > 0 ? words.addAnotherPasskey : words.addPasskey}</TextLink>
          <TextLink href={paths.wallets}>{wallets > 0 ? words.linkAnotherWallet : words.linkWallet}</TextLink>
        </p>
      )}
    </Notice>
  )
}
