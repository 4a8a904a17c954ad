// The words for a clock of this device that is wrong, in German.
import type { Chapters } from '../shape.ts'

export const clock: Chapters['clock'] = {
  ahead: (time) => `Die Uhr dieses Geräts geht etwa ${time} vor.`,
  behind: (time) => `Die Uhr dieses Geräts geht etwa ${time} nach.`,
  text: 'Sie können weitermachen. Manche Wallets unterschreiben erst, wenn sie richtig geht.',
}
