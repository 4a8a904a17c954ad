import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useCopyToClipboard } from './use-copy-to-clipboard.ts'

interface CopyButtonProps {
  text: string
  label: string
  small?: boolean
  className?: string
}

export function CopyButton({ text, label, small = false, className = '' }: CopyButtonProps) {
  const [isCopied, copy] = useCopyToClipboard(text)
  return (
    <Button small={small} className={className} onClick={copy}>
      <span className="flex items-center gap-2">
        <Icon name={isCopied ? 'done' : 'copy'} size={18} />
        {label}
      </span>
    </Button>
  )
}
