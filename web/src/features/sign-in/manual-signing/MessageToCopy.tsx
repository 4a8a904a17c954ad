import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Card } from '../../../ui/PageSection.tsx'
import { WalletAddress } from '../../../ui/WalletAddress.tsx'
import { useTranslations } from 'use-intl'
import { QrCode } from '../cross-device/QrCode.tsx'
import { ScrollableMessageBox } from '../proof-flow/ScrollableMessageBox.tsx'
import { ExactMessageText } from '../proof-flow/SignInMessagePreview.tsx'
import type { WalletMessageToSign } from '../wallet/wallet-proof-phases.ts'

interface MessageToCopyProps {
  draft: WalletMessageToSign
  /** Null while the address cannot be changed. */
  onChangeAddress: (() => void) | null
}

export function MessageToCopy({ draft: { address, text }, onChangeAddress }: MessageToCopyProps) {
  const t = useTranslations()
  const id = useId()
  const [isCodeShown, setIsCodeShown] = useState(false)
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
        <WalletAddress address={address} rosetteSize={24} />
        {onChangeAddress && (
          <Button small look="bare" onClick={onChangeAddress}>
            {t('manualSigning.message.changeAddress')}
          </Button>
        )}
      </div>
      <div className="border-t border-line px-4 py-4">
        <ScrollableMessageBox id={`${id}text`} label={t('proving.message.document')} isPlain>
          <ExactMessageText text={text} />
        </ScrollableMessageBox>
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3">
        <CopyButton small text={text} label={t('manualSigning.message.copy')} />
        <Button
          small
          aria-expanded={isCodeShown}
          aria-controls={`${id}code`}
          onClick={() => setIsCodeShown(!isCodeShown)}
        >
          {isCodeShown ? t('manualSigning.message.hideCode') : t('manualSigning.message.showCode')}
        </Button>
      </div>
      <div id={`${id}code`} hidden={!isCodeShown} className="border-t border-line px-4 py-4">
        {/* A message fills a large code, whose modules a camera must still tell apart. */}
        {isCodeShown && (
          <div style={{ maxWidth: '24rem' }}>
            <QrCode text={text} label={t('manualSigning.message.codeLabel')} errorCorrection="L" />
          </div>
        )}
      </div>
    </Card>
  )
}
