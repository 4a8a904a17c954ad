import { WalletProofPanelLayout } from '../sign-in/proof-flow/WalletProofRetryPanel.tsx'
import { WalletAddress } from '../../ui/WalletAddress.tsx'
import { Button } from '../../ui/Button.tsx'
import { findTranslatedErrorMessage } from '../../ui/get-translated-error-message.ts'
import { Card } from '../../ui/PageSection.tsx'
import { useTranslations } from 'use-intl'

interface WalletAlreadyLinkedPanelProps {
  address: string
  onMerge: () => void
  onChooseOther: () => void
}

export function WalletLinkedToOtherIdentityPanel({ address, onMerge, onChooseOther }: WalletAlreadyLinkedPanelProps) {
  const t = useTranslations()
  const title = t('errors.wallet.linked_to_other.title')
  return (
    <WalletProofPanelLayout
      sentences={{ title, text: t('walletsScreen.taken.text') }}
      look={null}
      more={
        <Card className="px-4 py-3">
          <WalletAddress address={address} />
        </Card>
      }
    >
      <Button look="main" onClick={onMerge}>
        {t('walletsScreen.taken.mine')}
      </Button>
      <Button onClick={onChooseOther}>{t('signIn.anotherWallet')}</Button>
      <p className="text-small text-soft">{t('walletsScreen.taken.notMine')}</p>
    </WalletProofPanelLayout>
  )
}

export function IdentityMergeRefusedPanel({ code, onClose }: { code: string; onClose: () => void }) {
  const t = useTranslations()
  const { title, action } = findTranslatedErrorMessage(t, code) ?? {
    title: t('ui.unknownError.title'),
    action: t('ui.unknownError.action'),
  }
  return (
    <WalletProofPanelLayout sentences={{ title, text: action }} look={null}>
      <Button look="main" onClick={onClose}>
        {t('ui.close')}
      </Button>
    </WalletProofPanelLayout>
  )
}
