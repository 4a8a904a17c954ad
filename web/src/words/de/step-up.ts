// The words of the dialog in which a person confirms that it is them.
import type { Chapters } from '../shape.ts'

export const stepUp: Chapters['stepUp'] = {
  title: 'Bestätigen Sie, dass Sie es sind',
  text: 'Was Sie vorhaben, ist nur Ihnen erlaubt. Zeigen Sie noch einmal, dass Sie da sind, mit etwas, womit Sie sich hier anmelden.',
}
