// The head of a page that is open to everybody: its title, and one sentence beneath it.
import { PageHeading } from './PageHeading.tsx'

/** @param translate `no` where the sentence names a site or an application, whose name a browser's translation must not change */
export function PublicPageHeader({ title, text, translate }: { title: string; text: string; translate?: 'no' }) {
  return (
    <div className="grid gap-1">
      <PageHeading title={title} className="text-display" />
      <p translate={translate} className="text-lead text-soft [overflow-wrap:anywhere]">
        {text}
      </p>
    </div>
  )
}
