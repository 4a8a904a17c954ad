// What a refusal means while a wallet is linked: that it signs in to another identity, which may be the same person's.
import { PanelFrame } from '../sign-in/proof/StalledPanel.tsx'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { errorWords } from '../../ui/problem-words.ts'
import { Sheet } from '../../ui/Section.tsx'
import { useTranslations } from 'use-intl'

interface WalletTakenProps {
  address: string
  /** That identity is theirs too. */
  onMine: () => void
  onOther: () => void
}

export function WalletTaken({ address, onMine, onOther }: WalletTakenProps) {
  const t = useTranslations()
  const title = t('errors.wallet.taken.title')
  return (
    <PanelFrame
      sentences={{ title, text: t('walletsScreen.taken.text') }}
      look={null}
      more={
        <Sheet className="px-4 py-3">
          <Address address={address} />
        </Sheet>
      }
    >
      <Button look="main" onClick={onMine}>
        {t('walletsScreen.taken.mine')}
      </Button>
      <Button onClick={onOther}>{t('signIn.anotherWallet')}</Button>
      <p className="text-small text-soft">{t('walletsScreen.taken.notMine')}</p>
    </PanelFrame>
  )
}

/** The two cannot be merged, or not now. */
export function MergeRefused({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useTranslations()
  const { title, action } = errorWords(t, code) ?? {
    title: t('ui.unknownError.title'),
    action: t('ui.unknownError.action'),
  }
  return (
    <PanelFrame sentences={{ title, text: action }} look={null}>
      <Button look="main" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </PanelFrame>
  )
}
