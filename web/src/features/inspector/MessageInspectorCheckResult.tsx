// One sentence that says how a check came out, with a mark beside it, so that it is not by colour alone.
import { Icon } from '../../ui/Icon.tsx'

export function MessageInspectorCheckResult({ isGood, text }: { isGood: boolean; text: string }) {
  return (
    <p className={`flex items-start gap-2 font-semibold ${isGood ? 'text-seal' : 'text-amber'}`}>
      <Icon name={isGood ? 'done' : 'attention'} className="mt-[0.2em]" />
      {text}
    </p>
  )
}
