import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/PageSection.tsx'

interface ExpandableLinkListProps {
  links: readonly { readonly name: string; readonly label: string; readonly href: string }[]
  count: number
  more: string
  isElsewhere?: boolean
  onFollow?: () => void
}

const row =
  'flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2 text-left font-semibold no-underline -outline-offset-2 transition-colors hover:bg-sunk active:bg-sunk'

export function ExpandableLinkList({ links, count, more, isElsewhere = false, onFollow }: ExpandableLinkListProps) {
  const [isComplete, setIsWhole] = useState(false)
  const firstOfMore = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isComplete) firstOfMore.current?.focus()
  }, [isComplete])
  const shown = isComplete || links.length <= count + 1 ? links : links.slice(0, count)
  return (
    <Card className="overflow-hidden">
      <ul className="divide-y divide-line">
        {shown.map(({ name, label, href }, index) => (
          <li key={name}>
            <a
              ref={index === count ? firstOfMore : undefined}
              href={href}
              rel="noreferrer"
              {...(isElsewhere && { target: '_blank' })}
              onClick={onFollow}
              className={row}
            >
              {label}
              <Icon name="leave" size={18} className="text-soft" />
            </a>
          </li>
        ))}
        {shown.length < links.length && (
          <li>
            <button type="button" onClick={() => setIsWhole(true)} className={`${row} text-seal`}>
              {more}
            </button>
          </li>
        )}
      </ul>
    </Card>
  )
}
