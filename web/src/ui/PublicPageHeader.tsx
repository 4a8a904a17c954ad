import { PageHeading } from './PageHeading.tsx'

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
