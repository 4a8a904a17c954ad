// What a refusal means while a wallet is linked: that it signs in to another identity, which may be the same person's.
import { PanelFrame } from '../../prove/StalledPanel.tsx'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { Sheet } from '../../ui/Section.tsx'
import { useChapter, useWords } from '../../words/use-words.ts'

interface WalletTakenProps {
  address: string
  /** That identity is theirs too. */
  onMine: () => void
  onOther: () => void
}

export function WalletTaken({ address, onMine, onOther }: WalletTakenProps) {
  const words = useWords()
  const { taken } = useChapter('wallets')
  const title = (errorWords(words, 'wallet.taken') ?? words.ui.unknownError).title
  return (
    <PanelFrame
      sentences={{ title, text: taken.text }}
      look={null}
      more={
        <Sheet className="px-4 py-3">
          <Address address={address} />
        </Sheet>
      }
    >
      <Button look="main" onClick={onMine}>
        {taken.mine}
      </Button>
      <Button onClick={onOther}>{words.signIn.anotherWallet}</Button>
      <p className="text-small text-soft">{taken.notMine}</p>
    </PanelFrame>
  )
}

/** The two cannot be merged, or not now. */
export function MergeRefused({ code, onClose }: { code: string; onClose: () => void }) {
  const words = useWords()
  const { title, action } = errorWords(words, code) ?? words.ui.unknownError
  return (
    <PanelFrame sentences={{ title, text: action }} look={null}>
      <Button look="main" onClick={onClose}>
        {words.ui.close}
      </Button>
    </PanelFrame>
  )
}
