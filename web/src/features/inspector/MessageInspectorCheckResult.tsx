import { Icon } from '../../ui/Icon.tsx'

export function MessageInspectorCheckResult({ isGood, text }: { isGood: boolean; text: string }) {
  return (
    <p className={`flex items-start gap-2 font-semibold ${isGood ? 'text-seal' : 'text-amber'}`}>
      <Icon name={isGood ? 'done' : 'attention'} className="mt-[0.2em]" />
      {text}
    </p>
  )
}
