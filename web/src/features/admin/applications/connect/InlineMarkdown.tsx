// The small part of Markdown that notes about programs use: code, bold and italic text, and links.
import type { ReactNode } from 'react'

const part = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Browsers break a line after the hyphens of an option such as `--pkce`. */
const longestUnbroken = 24

/** Only links to https pages become links, because the guides are not on this server. */
export function InlineMarkdown({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(part)) {
    const [all, code, bold, italic, label, target = ''] = match
    parts.push(text.slice(end, match.index))
    end = match.index + all.length
    if (code !== undefined)
      parts.push(
        <code
          key={end}
          className={`font-mono text-caption ${code.length > longestUnbroken ? '[overflow-wrap:anywhere]' : 'whitespace-nowrap'}`}
        >
          {code}
        </code>,
      )
    else if (bold !== undefined) parts.push(<strong key={end}>{bold}</strong>)
    else if (italic !== undefined) parts.push(<em key={end}>{italic}</em>)
    else if (target.startsWith('https://'))
      parts.push(
        <a key={end} href={target} target="_blank" rel="noreferrer" className="text-seal underline underline-offset-4">
          {label}
        </a>,
      )
    else parts.push(label)
  }
  return [...parts, text.slice(end)]
}
