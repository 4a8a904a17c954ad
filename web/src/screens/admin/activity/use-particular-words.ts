// The words for the particulars of a line stand in three chapters.
import { useChapter } from '../../../words/use-words.ts'
import type { ParticularWords } from './say-event.ts'

export function useParticularWords(): ParticularWords {
  const { ways, elsewhere } = useChapter('adminActivity')
  const { roles } = useChapter('admin')
  return { ways, elsewhere, roles, reasons: useChapter('adminReasons') }
}
