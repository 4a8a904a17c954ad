// The head of a page that is open to everybody: its title, and one sentence beneath it.
import { PageHeading } from './PageHeading.tsx'

export function Head({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-1">
      <PageHeading title={title} className="text-display" />
      <p className="text-lead text-soft [overflow-wrap:anywhere]">{text}</p>
    </div>
  )
}
