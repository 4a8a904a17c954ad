// Wallet list input: one address per line, or a CSV file with an address column.
import { useId, useRef, useState } from 'react'
import { maxWalletListFileBytes, parseWalletListFile } from '@countersign/api/parse-wallet-list-file'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import { verbatimInputProps } from '../AdminConsoleForm.tsx'

interface WalletListFieldProps {
  value: string
  fault: string | null
  onChange: (text: string) => void
}

export function WalletAddressListInput({ value, fault, onChange }: WalletListFieldProps) {
  const t = useTranslations()
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={`${id}field`} className="font-semibold">
        {t('adminGroups.builder.wallets')}
      </label>
      <p id={`${id}hint`} className="text-small text-soft [overflow-wrap:anywhere]">
        {t('adminGroups.builder.walletsHint')}
      </p>
      <textarea
        id={`${id}field`}
        rows={Math.min(Math.max(value.split('\n').length + 1, 3), 12)}
        value={value}
        {...verbatimInputProps}
        aria-describedby={`${id}hint ${id}fault`}
        aria-invalid={fault !== null}
        onChange={({ target }) => onChange(target.value)}
        className="w-full rounded-control border border-edge bg-paper px-3 py-2 font-mono text-small text-ink aria-invalid:border-red"
      />
      <p role="alert" id={`${id}fault`} className="text-small text-red">
        {fault}
      </p>
      <WalletFileInput onWallets={(wallets) => onChange([...new Set([...splitLines(value), ...wallets])].join('\n'))} />
    </div>
  )
}

const splitLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

function WalletFileInput({ onWallets }: { onWallets: (wallets: readonly string[]) => void }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const input = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)

  async function take(file: File | undefined) {
    if (file === undefined) return
    if (file.size > maxWalletListFileBytes) return setFault(t('adminGroups.builder.fileTooLarge'))
    const { wallets, wrongLines } = parseWalletListFile(await file.text())
    if (wrongLines.length > 0)
      return setFault(t('adminGroups.builder.fileLines', { lines: wrongLines.slice(0, 10).map(String).join(', ') }))
    if (wallets.length === 0) return setFault(t('adminGroups.builder.fileEmpty'))
    setFault(null)
    onWallets(wallets)
    announce(t('adminGroups.builder.fileTaken', { count: wallets.length }))
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <input
        ref={input}
        type="file"
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        aria-label={t('adminGroups.builder.fromFile')}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button small onClick={() => input.current?.click()}>
        {t('adminGroups.builder.fromFile')}
      </Button>
      <p role="alert" className="text-small text-red empty:hidden">
        {fault}
      </p>
    </div>
  )
}
